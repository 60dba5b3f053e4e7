import type { Ctx, StaffActor } from "@/lib/domain/core/context";
import { reservedAmong } from "@/lib/domain/custody/conflicts";
import { type FoundCheck, findChecks } from "@/lib/domain/identity";
import { assertCustodian } from "@/lib/domain/parties/people";
import { requestList } from "@/lib/domain/removals/custody";
import { db } from "@/lib/platform/db";
import { searchAllowed } from "./examinations";
import type { Pickable } from "./scope";

const MOST = 5;

/** What a custodian's search of everything found. */
export type DeskFound = {
  /** People, productions, scenes and depictions. */
  records: Pickable[];
  /** Identity checks, except drafts. */
  checks: FoundCheck[];
  requests: { id: string; email: string | null }[];
  examinations: { id: string; agency: string; examiner: string }[];
  packages: { id: string; requester: string }[];
};

/**
 * Searches all that custodians have: people, productions, scenes and depictions by words, an address or an id; identity
 * checks by their person or an id; removal requests by the
 * claimant's address or an id; examinations and packages by who asked or an id. Finds nothing that is reserved for another custodian,
 * and the ledger names the people it found. Throws `Forbidden`.
 */
export async function searchDesk(ctx: Ctx<StaffActor>, text: string): Promise<DeskFound> {
  await assertCustodian(db, ctx);
  const contains = { contains: text, mode: "insensitive" } as const;
  const latest = { orderBy: { id: "desc" }, take: MOST } as const;
  const [records, requests, examinations, packages] = await Promise.all([
    searchAllowed(ctx, { text, detail: { by: ["search"] } }),
    requestList.find(ctx, { q: text, view: "all" }),
    db.examination.findMany({
      where: { OR: [{ id: text }, { agency: contains }, { examiner: contains }] },
      select: { id: true, agency: true, examiner: true },
      ...latest,
    }),
    db.recordPackage.findMany({
      where: { examinationId: null, OR: [{ id: text }, { requester: contains }] },
      select: { id: true, requester: true },
      ...latest,
    }),
  ]);
  const allowed = async <Row extends { id: string }>(what: "examination" | "recordPackage", rows: Row[]) => {
    const reserved = await reservedAmong(db, ctx, { what, ids: rows.map(({ id }) => id) });
    return rows.filter(({ id }) => !reserved.has(id));
  };
  const people = records.filter(({ kind }) => kind === "person").map(({ id }) => id);
  return {
    checks: await findChecks(ctx, { text, people, most: MOST }),
    records: records.filter(({ kind }) => kind !== "partner"),
    requests: requests.found.filter(({ isReserved }) => !isReserved).map(({ id, email }) => ({ id, email })),
    examinations: await allowed("examination", examinations),
    packages: await allowed("recordPackage", packages),
  };
}
