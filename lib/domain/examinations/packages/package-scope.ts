import type { Ctx, StaffActor } from "@/lib/domain/core/context";
import { findOpenableCopies } from "@/lib/domain/records/content";
import { sha256Hex } from "@/lib/platform/crypto";
import { Prisma, type Tx } from "@/lib/platform/db";
import type { RecordPackage } from "@/prisma/generated/client";
import { assertUninvolvedIn, castsIn, entriesIn, productionsIn, type Scope, scopeOfExamination } from "../scope";

// What a package has, who may handle it, and whether that is still what it may have.

const { sql } = Prisma;

/** What a package has: what was picked for it, or what its examination opens. */
export const scopeOfPackage = ({
  id,
  examinationId,
  producedFrom: from,
  producedUntil: until,
}: Pick<RecordPackage, "id" | "examinationId" | "producedFrom" | "producedUntil">): Scope =>
  examinationId
    ? scopeOfExamination(examinationId)
    : { items: sql`SELECT kind::text, item_id FROM record_package_scope WHERE package_id = ${id}`, from, until };

/**
 * Checks that a custodian has no conflict of interest about what a package's scope opens, nor about the records that it has, which may
 * have left that scope since. Throws `Forbidden`, also `conflict_of_interest`.
 */
export async function assertUninvolvedInPackage(
  tx: Pick<Tx, "$queryRaw" | "user">,
  ctx: Ctx<StaffActor>,
  row: Parameters<typeof scopeOfPackage>[0],
): Promise<void> {
  const fixed = sql`SELECT kind, record_id AS item_id FROM record_package_records WHERE package_id = ${row.id}`;
  for (const scope of [scopeOfPackage(row), { items: fixed, from: null, until: null }])
    await assertUninvolvedIn(tx, ctx, { recordPackage: row.id, scope });
}

/** What was picked for a package, as one word: what is confirmed is what was read. */
export const pickedAs = (items: readonly { kind: string; itemId: string }[]): string =>
  sha256Hex(
    items
      .map(({ kind, itemId }) => `${kind} ${itemId}\n`)
      .toSorted()
      .join(""),
  );

type Reading = Pick<Tx, "$queryRaw" | "depiction" | "recordPackageRecord">;

/** Whether a package has the copy of a record that was removed since it was made. Nobody downloads it any more. */
export async function hasRemovedCopy(tx: Reading, packageId: string): Promise<boolean> {
  const found = await tx.recordPackageRecord.findMany({
    where: { packageId, hasCopy: true },
    select: { recordId: true },
  });
  const ids = found.map(({ recordId }) => recordId);
  return ids.length > 0 && (await findOpenableCopies(tx, { ids, as: "examiner" })).size < ids.length;
}

/**
 * Whether a package has such a copy, or, of an examination, a record or a person in one that left what it opens, as a scene does that is
 * taken out of its production.
 */
export async function isStale(
  tx: Reading,
  row: Pick<RecordPackage, "id" | "examinationId" | "producedFrom" | "producedUntil">,
): Promise<boolean> {
  if (await hasRemovedCopy(tx, row.id)) return true;
  if (!row.examinationId) return false;
  const scope = scopeOfPackage(row);
  // A set difference, which stays linear however few rows are expected of a scope. Only a production may have no people.
  const left = await tx.$queryRaw<unknown[]>`
    SELECT FROM (
      (SELECT r.kind, r.record_id AS id, p.user_id FROM record_package_records r LEFT JOIN LATERAL unnest(r.user_ids) p (user_id) ON true
        WHERE r.package_id = ${row.id})
      EXCEPT (SELECT kind, id, user_id FROM ${entriesIn(scope)} e
        UNION ALL SELECT 'production', id, user_id FROM ${castsIn(scope)} c
        UNION ALL SELECT 'production', id, NULL FROM ${productionsIn(scope)} p)) left_scope LIMIT 1`;
  return left.length > 0;
}
