import type { Ctx, StaffActor } from "@/lib/domain/core/context";
import { nameActors, recordViewOf } from "@/lib/domain/core/ledger";
import { assertNoConflict } from "@/lib/domain/custody/conflicts";
import { legalHoldsOf } from "@/lib/domain/custody/legal-holds";
import { findProofs } from "@/lib/domain/identity";
import { copyOf, retentionOf } from "@/lib/domain/records/content/present";
import { sevenYearsAfter } from "@/lib/domain/records/content/retention";
import { comparisonOf } from "@/lib/domain/records/copy-fingerprints";
import { hexOf } from "@/lib/platform/crypto";
import { db, inTransaction } from "@/lib/platform/db";
import { NotFound } from "@/lib/platform/errors";
import { isId } from "@/lib/platform/ids";
import { recordHistory } from "../history";
import { getPeople, indexRowsOf, scenesOfDepictions } from "./index-entries";

/**
 * Everything about one depiction of any partner, for a custodian: facts, performers, scenes, copy, retention and history.
 * For an erased one only the index is left, and `logged` is null. The ledger records the view for the depiction and for
 * each performer, hidden from partners. Throws `NotFound`, `Forbidden` (also `conflict_of_interest`).
 */
export async function viewRecord(ctx: Ctx<StaffActor>, depictionId: string) {
  await assertNoConflict(db, ctx, { depiction: depictionId });
  const [found] = isId(depictionId) ? await indexRowsOf([depictionId]) : [];
  if (!found) throw new NotFound();
  const [row, entries, performers, linked] = await Promise.all([
    db.depiction.findUnique({ where: { id: depictionId } }),
    db.indexEntry.findMany({ where: { depictionId } }),
    getPeople(found.userIds),
    scenesOfDepictions(ctx, [depictionId]),
  ]);
  // Erased meanwhile.
  if (entries.length === 0) throw new NotFound();
  const subject = { kind: "depiction", id: depictionId } as const;
  const people = performers.map(({ userId }) => userId);
  const proofs = await findProofs(people);
  await inTransaction((tx) =>
    recordViewOf(tx, { ctx, action: "depiction.opened", subject }, { action: "person.record_viewed", ids: people }),
  );
  return {
    id: depictionId,
    title: found.title,
    contentUrl: found.contentUrl,
    externalContentId: found.externalContentId,
    partner: { id: found.partnerId, name: found.partnerName },
    productionDate: found.productionDate,
    /** The partner sent no date, so the moment of logging counts. Null once the record is erased. */
    isDateAssumed: row && row.productionDate.getTime() === row.createdAt.getTime(),
    performers: performers.map((one) => ({ ...one, proof: proofs.get(one.userId) ?? null })),
    logged: row && {
      ...loggedOf(row),
      comparison: row.copyState === "stored" ? await comparisonOf(depictionId) : null,
      removal: await removalOf(row),
    },
    index: indexKeeping(entries),
    scenes: linked.get(depictionId) ?? [],
    holds: await legalHoldsOf({ depictionId }),
    ...(await recordHistory(depictionId)),
  };
}

export type ViewedRecord = Awaited<ReturnType<typeof viewRecord>>;

type Row = NonNullable<Awaited<ReturnType<typeof db.depiction.findUnique>>>;

const loggedOf = (row: Row) => ({
  contentLogId: row.contentLogId,
  contentType: row.contentType,
  platform: row.platform,
  createdAt: row.createdAt,
  fileHash: row.fileHash && hexOf(row.fileHash),
  copy: copyOf(row, "custodian"),
  retention: { ...retentionOf(row), legalHold: row.legalHold },
});

/** Who took the record down, as text after "by", when and why; null if it isn't removed. */
async function removalOf({ removedAt, removedByKind, removedById, removalReason, removalRequestId }: Row) {
  if (!removedAt) return null;
  const who = { kind: removedByKind ?? "", id: removedById ?? "" };
  const name = (await nameActors([who]))(who);
  const by = who.kind === "staff" ? `${name}, custodian` : name;
  return { at: removedAt, by: removalRequestId ? `${by}, on a removal request` : by, reason: removalReason ?? "" };
}

/** How long the index entries are kept: seven years from production or from their last change, whichever is later. */
function indexKeeping(entries: readonly { productionDate: Date; lastChangedAt: Date; legalHold: boolean }[]) {
  const last = Math.max(
    ...entries.flatMap(({ productionDate, lastChangedAt }) => [productionDate.getTime(), lastChangedAt.getTime()]),
  );
  return { until: sevenYearsAfter(new Date(last)), legalHold: entries.some(({ legalHold }) => legalHold) };
}
