import { z } from "zod";
import { nameActors } from "@/lib/domain/core/ledger";
import { db } from "@/lib/platform/db";
import type { LedgerEntry } from "@/prisma/generated/client";

/** A ledger entry about a scene or one of its performers. */
export type SceneLine = {
  id: string;
  at: Date;
  action: string;
  /** Who did it: a name or an address, otherwise the role. */
  who: string;
  reason: string | null;
  /** The browser, where it was recorded. */
  ip: string | null;
  userAgent: string | null;
  /** An ID's data couldn't be read. */
  unreadable: boolean;
};

const SHOWN = 1000;
const Detail = z
  .object({
    ip: z.string().nullable().default(null),
    userAgent: z.string().nullable().default(null),
    unreadable: z.boolean().default(false),
  })
  .catch({ ip: null, userAgent: null, unreadable: false });

/** The latest rows of a list, and how many it has. */
export type Latest<Row> = { rows: Row[]; total: number };

/**
 * The latest thousand ledger entries about a scene, and those about each of its performers, newest first, naming everyone.
 * For custodians only.
 */
export async function sceneHistory({
  sceneId,
  performerIds,
}: {
  sceneId: string;
  performerIds: readonly string[];
}): Promise<{ history: Latest<SceneLine>; performerLines: (performerId: string) => Latest<SceneLine> }> {
  const [scene, ...performers] = await Promise.all([
    latest("collab_scene", sceneId),
    ...performerIds.map((id) => latest("scene_performer", id)),
  ]);
  const present = await presenter([scene, ...performers].flatMap(({ rows }) => rows));
  const linesOf = ({ rows, total }: Latest<Entry>) => ({ rows: rows.map(present), total });
  const byId = new Map(performers.map((entries) => [entries.id, entries]));
  return { history: linesOf(scene), performerLines: (id) => linesOf(byId.get(id) ?? { rows: [], total: 0 }) };
}

async function latest(
  subjectKind: "collab_scene" | "scene_performer",
  id: string,
): Promise<Latest<Entry> & { id: string }> {
  const where = { subjectKind, subjectId: id };
  const rows = await db.ledgerEntry.findMany({ where, orderBy: { seq: "desc" }, take: SHOWN, select: COLUMNS });
  return { id, rows, total: rows.length < SHOWN ? rows.length : await db.ledgerEntry.count({ where }) };
}

const COLUMNS = {
  seq: true,
  at: true,
  action: true,
  actorKind: true,
  actorId: true,
  reason: true,
  detail: true,
} as const;
type Entry = Pick<LedgerEntry, keyof typeof COLUMNS>;

/** Presents these entries with the names of who acted. */
async function presenter(entries: readonly Entry[]): Promise<(entry: Entry) => SceneLine> {
  const nameOf = await nameActors(entries.map(({ actorKind: kind, actorId: id }) => ({ kind, id })));
  return ({ seq, at, action, actorKind, actorId, reason, detail }) => ({
    id: seq.toString(),
    at,
    action,
    reason,
    who: nameOf({ kind: actorKind, id: actorId }) ?? OTHERS[actorKind] ?? "The service",
    ...Detail.parse(JSON.parse(detail)),
  });
}

const OTHERS: Record<string, string | undefined> = {
  partner_key: "An API key",
  portal_user: "A team member of the partner",
  staff: "A custodian",
  person: "The performer",
};
