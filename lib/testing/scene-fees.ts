import {
  chargeExtensionFee,
  chargeSceneFee,
  chargeSceneFeeTask,
  createExtensionFee,
  startCardSetup,
  startPlatformCardSetup,
} from "@/lib/domain/billing";
import { db, inTransaction } from "@/lib/platform/db";
import { keyCtx, makePartner, portalCtx } from "./factories";
import { makeSceneFee, payingCreator } from "./paying";
import type { PaymentBench } from "./payment-bench";
import { runJobs } from "./run-jobs";
import { makeScene } from "./scenes";

type Card = Parameters<PaymentBench["pay"]>[1];

/** What happens to a fee. */
const aboutFee = (bench: PaymentBench, feeId: string) => ({
  fee: () => db.sceneFee.findUniqueOrThrow({ where: { id: feeId } }),
  /** The charges that don't pay the fee now, oldest first. */
  otherCharges: () => db.sceneFeeCharge.findMany({ where: { feeId }, orderBy: [{ createdAt: "asc" }] }),
  /** Runs the jobs that are due by the clock. Returns how many ran. */
  runJob: () => runJobs(chargeSceneFeeTask, { feeId }),
  loseJob: () => db.$executeRaw`SELECT graphile_worker.remove_job(${`scene-fee-${feeId}`})`,
  /** The processor's charges for the fee, newest first. */
  charges: () =>
    bench.peer.account
      .all("payment_intent")
      .filter(({ metadata }) => Object(metadata).scene_fee === feeId)
      .map(({ id, status }) => ({ id, status })),
});

/** A creator on a bench whose scene costs something, and what happens to the fee. With `card` null, none is saved. */
export async function sceneOwing(bench: PaymentBench, { card = "succeeds" as Card | null, newPerformers = 1 } = {}) {
  const creator = await payingCreator(bench);
  const { partner, account, person, ctx } = creator;
  const saveCard = async (kind?: Card) => {
    bench.pay(await startCardSetup(ctx, { returnTo: "/creator" }), kind);
    await bench.deliver();
  };
  if (card) await saveCard(card);
  const { id: sceneId } = await makeScene(partner, { uploaderAccountId: account.id });
  const owner = { sceneId, partnerId: partner.id, payerId: person.id };
  const { id: feeId } = await makeSceneFee({ ...owner, newPerformers });
  return {
    creator,
    partner,
    account,
    person,
    ctx,
    sceneId,
    feeId,
    saveCard,
    ...aboutFee(bench, feeId),
    charge: (patienceMs = 10_000) => chargeSceneFee(keyCtx(partner), sceneId, { patienceMs }),
  };
}

/** A partner on a bench that extends another's scene, and what happens to the fee. With `card` null, none is saved. */
export async function extensionOwing(
  bench: PaymentBench,
  { card = "succeeds" as Card | null, plan = "creator_pays" as "creator_pays" | "platform_pays" } = {},
) {
  const partner = await makePartner({ plan });
  const ctx = portalCtx(partner);
  const saveCard = async (kind?: Card) => {
    bench.pay(await startPlatformCardSetup(ctx, { returnTo: "/portal/billing" }), kind);
    await bench.deliver();
  };
  if (card) await saveCard(card);
  const { id: sceneId } = await makeScene(await makePartner());
  const extension = { sceneId, partnerId: partner.id };
  const create = () => inTransaction((tx) => createExtensionFee(tx, extension));
  const { id: feeId } = await create();
  return {
    partner,
    ctx,
    sceneId,
    feeId,
    saveCard,
    ...aboutFee(bench, feeId),
    customer: async () => (await db.paymentCustomer.findFirstOrThrow({ where: { partnerId: partner.id } })).id,
    /** An extend call, as far as its fee is concerned. */
    post: async () => chargeExtensionFee(keyCtx(partner), await create()),
  };
}
