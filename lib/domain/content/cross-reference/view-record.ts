import { copyOf, retentionOf } from "@/lib/domain/content/present";
import { sevenYearsAfter } from "@/lib/domain/content/retention";
import type { Ctx, StaffActor } from "@/lib/domain/context";
import { record } from "@/lib/domain/ledger";
import { hexOf } from "@/lib/platform/crypto";
import { db, inTransaction } from "@/lib/platform/db";
import { NotFound } from "@/lib/platform/errors";
import { isId } from "@/lib/platform/ids";
import { namesForCustodian, recordHistory } from "../history";
import { assertMayOpen, getPeople, indexRowsOf } from "./index-entries";
import { legalHoldsOf } from "./legal-holds";

/**
 * Everything on record of one depiction of any partner's, for a custodian who has to show it: what it is, who appears in it
 * as the index says, its copy, how long it is kept, and its history. Of one that is erased the index alone knows, and
 * `logged` is null. That it was opened is in the ledger, for the depiction and for each person who is named, where no
 * partner sees it. Throws `NotFound`, `Forbidden`, also `own_record` where the custodian appears in it.
 */
export async function viewRecord(ctx: Ctx<StaffActor>, depictionId: string) {
  await assertMayOpen(db, ctx, depictionId);
  const [found] = isId(depictionId) ? await indexRowsOf([depictionId]) : [];
  if (!found) throw new NotFound();
  const [row, entries, performers] = await Promise.all([
    db.depiction.findUnique({ where: { id: depictionId } }),
    db.indexEntry.findMany({ where: { depictionId } }),
    getPeople(found.userIds),
  ]);
  // Erased meanwhile.
  if (entries.length === 0) throw new NotFound();
  await inTransaction(async (tx) => {
    const subject = { kind: "depiction", id: depictionId } as const;
    // What is done on the page draws it anew, in the same request, and says more than that it was opened.
    const isDrawnAnew = await tx.ledgerEntry.findFirst({
      where: { subjectKind: subject.kind, subjectId: subject.id, requestId: ctx.requestId, actorId: ctx.actor.userId },
      select: { seq: true },
    });
    if (!isDrawnAnew) record(tx, { ctx, action: "depiction.opened", subject, partnerId: null });
    for (const { userId: id } of performers) {
      const detail = { by: ["depiction"] };
      record(tx, { ctx, action: "index.searched", subject: { kind: "person", id }, partnerId: null, detail });
    }
  });
  return {
    id: depictionId,
    title: found.title,
    contentUrl: found.contentUrl,
    externalContentId: found.externalContentId,
    partner: { id: found.partnerId, name: found.partnerName },
    productionDate: found.productionDate,
    performers,
    logged: row && { ...loggedOf(row), removal: await removalOf(row) },
    index: indexKeeping(entries),
    holds: await legalHoldsOf(depictionId),
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
  copy: copyOf(row),
  retention: { ...retentionOf(row), legalHold: row.legalHold },
});

/** Who took the record down, in words that follow "by", when and why; null while it stands. */
async function removalOf({ removedAt, removedByKind, removedById, removalReason, removalRequestId }: Row) {
  if (!removedAt) return null;
  const who = { kind: removedByKind ?? "", id: removedById ?? "" };
  const name = (await namesForCustodian([who]))(who);
  return { at: removedAt, by: removalRequestId ? `${name}, on a removal request` : name, reason: removalReason ?? "" };
}

/** How long the index says who appears: seven years from the production or from its own last change, whichever is later. */
function indexKeeping(entries: readonly { productionDate: Date; lastChangedAt: Date; legalHold: boolean }[]) {
  const last = Math.max(
    ...entries.flatMap(({ productionDate, lastChangedAt }) => [productionDate.getTime(), lastChangedAt.getTime()]),
  );
  return { until: sevenYearsAfter(new Date(last)), legalHold: entries.some(({ legalHold }) => legalHold) };
}
