import type { Ctx, StaffActor } from "@/lib/domain/core/context";
import { assertCustodian } from "@/lib/domain/parties/people";
import { clock } from "@/lib/platform/clock";
import { db, Prisma, rowsIn } from "@/lib/platform/db";
import { NotFound } from "@/lib/platform/errors";
import { isId } from "@/lib/platform/ids";
import { isThere } from "./end-source";
import type { LineProblem } from "./formats";
import type { Direction, SourceKind } from "./labels";
import { isLive } from "./match-listed";

/** A source as its page and the list of all show it. Never a key or a hash. */
export type Source = {
  id: string;
  name: string;
  kind: SourceKind;
  direction: Direction;
  baseUrl: string | null;
  groupId: string | null;
  daysKept: number;
  /** When its keys were set. */
  keysSetAt: Date | null;
  lastSuccessAt: Date | null;
  lastError: string | null;
  nextRunAt: Date;
  endedAt: Date | null;
  /** Whether it has ended and still withdraws what it submitted. */
  withdraws: boolean;
  /** How many hashes are matched now. */
  listed: number;
  /** How many of ours are at the service, or may be. */
  submitted: number;
};

/** A file that was uploaded for it. With problems, nothing was imported. */
export type HashImport = {
  id: string;
  importedAt: Date;
  importedBy: string;
  /** As its uploader named it; null for an import of an earlier version. */
  fileName: string | null;
  lines: number;
  added: number;
  renewed: number;
  withdrawn: number;
  unsupported: number;
  problemCount: number;
  problems: LineProblem[];
};

const { sql } = Prisma;

/** Sources that haven't ended, then those that have. Throws `Forbidden`. */
export async function listSources(ctx: Ctx<StaffActor>): Promise<Source[]> {
  await assertCustodian(db, ctx);
  return read(sql`true`);
}

const IMPORTS_SHOWN = 10;

/** One source with its latest imports. Throws `Forbidden`, `NotFound`. */
export async function viewSource(ctx: Ctx<StaffActor>, id: string): Promise<Source & { imports: HashImport[] }> {
  await assertCustodian(db, ctx);
  const [source] = isId(id) ? await read(sql`s.id = ${id}`) : [];
  if (!source) throw new NotFound();
  const imports = await rowsIn<HashImport>(db)`
    SELECT i.id, i.imported_at, coalesce(u.name, u.email) AS imported_by, i.file_name, i.lines, i.added, i.renewed, i.withdrawn, i.unsupported,
      i.problem_count, i.problems
    FROM hash_imports i JOIN users u ON u.id = i.imported_by_id WHERE i.source_id = ${id} ORDER BY i.id DESC LIMIT ${IMPORTS_SHOWN}`;
  return { ...source, imports };
}

const read = (met: Prisma.Sql): Promise<Source[]> => rowsIn<Source>(db)`
  SELECT s.id, s.name, s.kind::text AS kind, s.direction::text AS direction, s.base_url, s.group_id, s.days_kept, k.set_at AS keys_set_at,
    s.last_success_at, s.last_error, s.next_run_at, s.ended_at, s.withdraws,
    (SELECT count(*)::int FROM listed_hashes h WHERE h.source_id = s.id AND ${isLive(clock.now())}) AS listed,
    (SELECT count(*)::int FROM hash_submissions o WHERE o.source_id = s.id AND ${isThere}) AS submitted
  FROM hash_sources s LEFT JOIN hash_source_keys k ON k.source_id = s.id
  WHERE ${met} ORDER BY s.ended_at IS NOT NULL AND NOT s.withdraws, lower(s.name), s.id`;
