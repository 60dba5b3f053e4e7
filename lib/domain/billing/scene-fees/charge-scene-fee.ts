import { setTimeout as wait } from "node:timers/promises";
import type { Ctx, PersonActor, PortalUserActor } from "@/lib/domain/core/context";
import { assertMay } from "@/lib/domain/parties/people";
import { SERVICE_NAME } from "@/lib/platform/brand";
import { clock } from "@/lib/platform/clock";
import { db, inTransaction, type Tx } from "@/lib/platform/db";
import { HOUR_MS, MINUTE_MS } from "@/lib/platform/duration";
import { Conflict, NotFound } from "@/lib/platform/errors";
import { isId } from "@/lib/platform/ids";
import { log } from "@/lib/platform/log";
import { PaymentsRefused, PaymentsUnavailable } from "@/lib/platform/payments/driver";
import { payments } from "@/lib/platform/payments/payments";
import type { Charge } from "@/lib/platform/payments/states";
import type { Prisma, SceneFee } from "@/prisma/generated/client";
import { findCustomer, type Owner } from "../customers";
import { totalOf } from "./present-fee";
import { enqueueFee, type Outcome, recordOutcome, tell } from "./record-outcome";

/** How long a request waits for the processor. */
const PATIENCE_MS = 10_000;

type Patience = { patienceMs?: number };

/** Charges what a scene costs to the saved card of its uploader, or a job's partner, like `chargeFee`. Contract: Scene fees. */
export async function chargeSceneFee(ctx: Ctx, sceneId: string, patience?: Patience): Promise<SceneFee> {
  const fee = await db.sceneFee.findFirstOrThrow({ where: { sceneId, kind: { not: "extension" } } });
  return chargeFee(ctx, fee.id, patience);
}

/**
 * Charges a fee to its payer's saved card, once, and returns it with its outcome. Does nothing to a fee that is paid, unpaid
 * or on an invoice. Whatever the processor does, this doesn't throw and takes ten seconds at most: without an answer the fee
 * stays `charging` with `payment_timeout`, and a job learns the outcome.
 */
export async function chargeFee(
  ctx: Ctx,
  feeId: string,
  { patienceMs = PATIENCE_MS }: Patience = {},
): Promise<SceneFee> {
  const fee = await readFee(feeId);
  if (fee.status !== "charging") return fee;
  const stopped = new AbortController();
  const inTime = await Promise.race([
    // The charge continues after the deadline, so a late answer is recorded at once.
    advanceFee(ctx, fee.id).then(
      () => true,
      (error: unknown) => {
        log.error({ err: error, fee: fee.id }, "the outcome of a scene's fee could not be recorded");
        return false;
      },
    ),
    wait(patienceMs, false, { signal: stopped.signal }),
  ]);
  stopped.abort();
  if (!inTime) await recordOutcome(ctx, await readFee(fee.id), { status: "unknown" });
  return readFee(fee.id);
}

const readFee = (id: string): Promise<SceneFee> => db.sceneFee.findUniqueOrThrow({ where: { id } });

/**
 * Finds out the outcome of a fee's current try, sends the try if needed, and records the outcome. Several calls at once, and
 * repeats after a crash, charge once. Records the processor's errors instead of throwing them.
 */
export async function advanceFee(ctx: Ctx, feeId: string): Promise<void> {
  const before = await db.sceneFee.findUnique({ where: { id: feeId } });
  if (before?.status !== "charging") return;
  const { fee, outcome } = before.triedAt ? { fee: before, outcome: await repeat(before) } : await send(before);
  await recordOutcome(ctx, fee, outcome);
}

type Sent = { fee: SceneFee; outcome: Outcome };

async function send(fee: SceneFee): Promise<Sent> {
  const method = await outcomeOr(fee, () => readMethod(fee));
  if ("status" in method) return { fee, outcome: method };
  // Recorded before the call, so that a repeat sends exactly the same and the processor doesn't charge again.
  const { count } = await db.sceneFee.updateMany({
    where: { id: fee.id, try: fee.try, status: "charging", triedAt: null },
    data: { ...method, triedAt: clock.now() },
  });
  const sent = await readFee(fee.id);
  return { fee: sent, outcome: await (count > 0 ? charge(sent) : repeat(sent)) };
}

type Method = { customerId: string; cardId: string };

// The copy of the card in our database may have been removed at the processor since.
async function readMethod(fee: SceneFee): Promise<Method | Outcome> {
  const nothing = { id: null, status: "failed", code: "no_payment_method" } as const;
  const customer = await findCustomer(payerOf(fee));
  if (!customer) return nothing;
  const card = await payments()
    .readCard(customer.id)
    .catch((error: unknown) => {
      if (error instanceof PaymentsRefused && error.code === "resource_missing") return null;
      throw error;
    });
  return card ? { customerId: customer.id, cardId: card.id } : nothing;
}

const payerOf = ({ payerId, partnerId }: SceneFee): Owner => (payerId === null ? { partnerId } : { userId: payerId });

const charge = (fee: SceneFee): Promise<Outcome> => outcomeOr(fee, () => chargeNow(fee));

// The processor forgets keys after a day, but not what it charged.
const repeat = (fee: SceneFee): Promise<Outcome> => outcomeOr(fee, async () => (await find(fee)) ?? chargeNow(fee));

async function chargeNow(fee: SceneFee): Promise<Outcome> {
  if (fee.customerId === null || fee.cardId === null) return { status: "unknown" };
  return payments().charge({
    key: `scene-fee-${fee.id}-${fee.try}`,
    customer: fee.customerId,
    card: fee.cardId,
    cents: totalOf(fee),
    description: `${SERVICE_NAME} ${CHARGED_FOR[fee.kind]}`,
    metadata: metadataOf(fee),
  });
}

const CHARGED_FOR = { scene: "scene record", extension: "scene extension", verification: "verification job" } as const;

async function find(fee: SceneFee): Promise<Charge | null> {
  if (fee.customerId === null || fee.triedAt === null) return null;
  // The processor's clock may be behind.
  const since = new Date(fee.triedAt.getTime() - HOUR_MS);
  return payments().findCharge({ customer: fee.customerId, since, metadata: metadataOf(fee) });
}

// With a purpose, a disputed fee doesn't end the person's subscription.
const metadataOf = (fee: SceneFee) => ({
  purpose: `${fee.kind}_fee`,
  partner_id: fee.partnerId,
  scene: fee.sceneId,
  scene_fee: fee.id,
  try: String(fee.try),
});

/** What `ask` returns, or what its failure means for the try. */
async function outcomeOr<T>(fee: SceneFee, ask: () => Promise<T>): Promise<T | Outcome> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof PaymentsUnavailable) {
      log.warn({ err: error, fee: fee.id }, "no answer about a scene's fee");
      return { status: "unknown" };
    }
    log.error({ err: error, fee: fee.id }, "a scene's fee could not be charged");
    // A refused call charged nothing. With a key that is in use for something else, one before it may have.
    const isFinal = error instanceof PaymentsRefused && error.code !== "idempotency_error";
    return isFinal ? { id: null, status: "failed", code: "payment_refused" } : { status: "unknown" };
  }
}

/**
 * Starts a new try to charge a scene's unpaid fee to the person's saved card, and returns the fee with its outcome, like
 * `chargeFee`. Of two clicks, one starts it. Throws `NotFound`, and 409 `payment_under_way` or `not_owed`.
 */
export function paySceneFee(ctx: Ctx<PersonActor>, { feeId }: { feeId: string }): Promise<SceneFee> {
  return payFee(ctx, feeId, async () => ({ payerId: ctx.actor.userId }));
}

/**
 * Like `paySceneFee`, for an extension or a verification job of the member's partner and its saved card. Throws `Forbidden` as
 * well. Contract: Extending a scene.
 */
export function payCardFee(ctx: Ctx<PortalUserActor>, { feeId }: { feeId: string }): Promise<SceneFee> {
  const { partnerId } = ctx.actor;
  return payFee(ctx, feeId, async (tx) => {
    await assertMay(tx, ctx, { partnerId, to: "manage_billing" });
    return { partnerId, billedTo: "partner_card" };
  });
}

/**
 * Charges an extension's fee, like `chargeFee`. If it was unpaid when `fee` was read, this is a new try; calls at once, and
 * those that read the same `fee`, share one. Contract: Extending a scene.
 */
export async function chargeExtensionFee(ctx: Ctx, fee: SceneFee): Promise<SceneFee> {
  if (fee.status === "unpaid") await inTransaction((tx) => startTry(tx, ctx, fee));
  return chargeFee(ctx, fee.id);
}

async function payFee(
  ctx: Ctx,
  feeId: string,
  mine: (tx: Tx) => Promise<Prisma.SceneFeeWhereInput>,
): Promise<SceneFee> {
  if (!isId(feeId)) throw new NotFound();
  await inTransaction(async (tx) => {
    const fee = await tx.sceneFee.findFirst({ where: { ...(await mine(tx)), id: feeId } });
    if (!fee) throw new NotFound();
    if (await startTry(tx, ctx, fee)) return;
    const { status } = await tx.sceneFee.findUniqueOrThrow({ where: { id: feeId } });
    if (status === "charging")
      throw new Conflict("payment_under_way", "A payment is in progress. Check again in a minute.");
    // Still unpaid: another click's try has failed since, and this one has the same outcome.
    if (status !== "unpaid") throw new Conflict("not_owed", "This fee is already paid.");
  });
  return chargeFee(ctx, feeId);
}

/** Starts the try after `fee.try`, once. False if the fee isn't unpaid, or that try was started before. */
async function startTry(tx: Tx, ctx: Ctx, { id, try: last }: SceneFee): Promise<boolean> {
  // If this request dies, the job continues.
  const nextTryAt = new Date(clock.now().getTime() + MINUTE_MS);
  const [fee] = await tx.sceneFee.updateManyAndReturn({
    where: { id, try: last, status: "unpaid" },
    data: {
      status: "charging",
      try: { increment: 1 },
      nextTryAt,
      triedAt: null,
      customerId: null,
      cardId: null,
      chargeError: null,
    },
  });
  if (!fee) return false;
  tell(tx, ctx, fee, "scene_fee.try_started");
  await enqueueFee(tx, id, nextTryAt);
  return true;
}
