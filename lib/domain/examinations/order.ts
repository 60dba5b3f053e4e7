import type { Ctx, StaffActor } from "@/lib/domain/core/context";
import { record } from "@/lib/domain/core/ledger";
import { addLook, findLooks } from "@/lib/domain/custody/looks";
import { assertCustodian } from "@/lib/domain/parties/people";
import { clock } from "@/lib/platform/clock";
import { hexOf, newDataKey, open, SealBroken, seal, sha256, unwrapKey, wrapKey } from "@/lib/platform/crypto";
import { db, inTransaction, type Tx } from "@/lib/platform/db";
import { Conflict, InvalidField, NotFound } from "@/lib/platform/errors";
import { isId } from "@/lib/platform/ids";
import { sealedColumn } from "@/lib/platform/sealed-column";
import { lockForChange } from "./access";
import { ORDER_BYTES_MOST, ORDER_TYPES, type OrderType } from "./labels";
import { assertUninvolved } from "./scope";

// The file is in a row, not among the stored objects: it comes and goes with its examination, in one transaction and one backup.

const OWNER = "examination-order-key";
const boundTo = (examinationId: string) => ["examination-order", examinationId];

/** The column of orders' keys, for a rotation of the master key. */
export const orderKeyColumn = sealedColumn({
  table: "examination_orders",
  id: "examination_id",
  owner: "examination_id",
  column: "wrapped_key",
  renew: ({ owner, sealed }) => wrapKey(unwrapKey(sealed, [OWNER, owner]), [OWNER, owner]),
});

/** A file's type by its first bytes. Null for others. */
function typeOf(file: Buffer): OrderType | null {
  const starts = (bytes: string) => file.subarray(0, bytes.length).equals(Buffer.from(bytes, "latin1"));
  if (starts("%PDF-")) return "application/pdf";
  if (starts("\x89PNG\r\n\x1a\n")) return "image/png";
  return starts("\xff\xd8\xff") ? "image/jpeg" : null;
}

/**
 * Keeps a court examination's order as it was sent: once, by the custodian who entered it, before another confirms it. The same file
 * again changes nothing. Throws `NotFound`, `Forbidden` (also `conflict_of_interest`), `InvalidField` `order`, `Conflict`
 * `examination_confirmed`, `not_yours`, `no_order`, `order_kept`.
 */
export function addOrder(
  ctx: Ctx<StaffActor>,
  { examinationId, file }: { examinationId: string; file: Buffer },
): Promise<void> {
  const type = typeOf(file);
  return inTransaction(async (tx) => {
    const { profile, status, enteredById } = await lockForChange(tx, ctx, examinationId);
    if (profile !== "court") throw new Conflict("no_order", "Only a court’s examination has an order.");
    if (enteredById !== ctx.actor.userId) {
      throw new Conflict("not_yours", "Only the custodian who entered it adds the order. Another one confirms it.");
    }
    if (!type) throw new InvalidField("order", "Choose a PDF, a JPEG or a PNG file.");
    if (file.length > ORDER_BYTES_MOST) throw new InvalidField("order", "The file is too large.");
    const digest = sha256(file);
    const kept = await tx.examinationOrder.findUnique({ where: { examinationId }, select: { sha256: true } });
    if (kept && digest.equals(kept.sha256)) return;
    if (kept) {
      throw new Conflict("order_kept", "It already has an order. Withdraw it and enter another to replace the file.");
    }
    if (status !== "entered") throw new Conflict("examination_confirmed", "It is confirmed, or it ended.");
    const key = newDataKey();
    await tx.examinationOrder.create({
      data: {
        ...{ examinationId, type, bytes: file.length, sha256: digest },
        sealed: Buffer.from(seal(file, key, boundTo(examinationId))),
        wrappedKey: Buffer.from(wrapKey(key, [OWNER, examinationId])),
        ...{ addedById: ctx.actor.userId, addedAt: clock.now() },
      },
    });
    // What the other custodian read had no order yet.
    await tx.examination.update({ where: { id: examinationId }, data: { scopeRevision: { increment: 1 } } });
    const subject = { kind: "examination", id: examinationId } as const;
    const detail = { sha256: hexOf(digest), bytes: file.length, type };
    record(tx, { ctx, action: "examination.order_added", subject, detail });
  });
}

/**
 * The order of an examination, as it was sent. Each download is in the ledger, and that this custodian has opened it is kept. Throws
 * `NotFound`, `Forbidden` (also `conflict_of_interest`), `SealBroken`.
 */
export async function openOrder(
  ctx: Ctx<StaffActor>,
  examinationId: string,
): Promise<{ fileName: string; type: string; file: Buffer }> {
  await assertCustodian(db, ctx);
  if (!isId(examinationId)) throw new NotFound();
  await assertUninvolved(db, ctx, examinationId);
  const order = await db.examinationOrder.findUnique({ where: { examinationId } });
  if (!order) throw new NotFound();
  const { type, sealed, wrappedKey } = order;
  const file = open(sealed, unwrapKey(wrappedKey, [OWNER, examinationId]), boundTo(examinationId));
  if (!sha256(file).equals(order.sha256)) throw new SealBroken("The order differs from the stored one.");
  await inTransaction(async (tx) => {
    if (!(await orderOpenedAt(tx, ctx, examinationId)))
      await addLook(tx, ctx, { kind: LOOK, subjectId: examinationId, purpose: null });
    record(tx, { ctx, action: "examination.order_opened", subject: { kind: "examination", id: examinationId } });
  });
  const ending = ORDER_TYPES.find((one) => one.type === type)?.ending ?? "bin";
  return { fileName: `order-${examinationId}.${ending}`, type, file };
}

const LOOK = "examination_order";

/** When this custodian first opened the order of an examination. Null if they haven't. */
export const orderOpenedAt = async (
  tx: Pick<Tx, "look">,
  ctx: Ctx<StaffActor>,
  examinationId: string,
): Promise<Date | null> =>
  (await findLooks(tx, ctx, { kind: LOOK, subjectId: examinationId })).at(-1)?.lookedAt ?? null;
