import { together } from "./modules";
import { makeSceneFee, payingCreator } from "./paying";
import type { PaymentBench } from "./payment-bench";

type Card = Parameters<PaymentBench["pay"]>[1];

/** The fees of scenes, with a bench's processor and clock. */
async function feeKit({ kit }: PaymentBench) {
  const fees = await together(
    import("@/lib/domain/billing/scene-fees/charge-scene-fee"),
    import("@/lib/domain/billing/scene-fees/sweep"),
    import("@/lib/domain/billing/scene-fees/pay-fee"),
    import("@/lib/domain/billing/scene-fees/list-scene-fees"),
    import("./run-jobs"),
    import("./scenes"),
    import("@/lib/platform/ids"),
  );
  return { ...kit, ...fees };
}

/** What happens to a fee. */
const aboutFee = (bench: PaymentBench, kit: Awaited<ReturnType<typeof feeKit>>, feeId: string) => ({
  fee: () => kit.db.sceneFee.findUniqueOrThrow({ where: { id: feeId } }),
  /** The charges that don't pay the fee now, oldest first. */
  otherCharges: () => kit.db.sceneFeeCharge.findMany({ where: { feeId }, orderBy: [{ createdAt: "asc" }] }),
  /** Runs the jobs that are due by the clock. Returns how many ran. */
  runJob: () => kit.runJobs(kit.chargeSceneFeeTask, { feeId }),
  loseJob: () => kit.db.$executeRaw`SELECT graphile_worker.remove_job(${`scene-fee-${feeId}`})`,
  /** The processor's charges for the fee, newest first. */
  charges: () =>
    bench.peer.account
      .all("payment_intent")
      .filter(({ metadata }) => Object(metadata).scene_fee === feeId)
      .map(({ id, status }) => ({ id, status })),
});

/** A creator on a bench whose scene costs something, and what happens to the fee. With `card` null, none is saved. */
export async function sceneOwing(bench: PaymentBench, { card = "succeeds" as Card | null, newPerformers = 1 } = {}) {
  const kit = await feeKit(bench);
  const creator = await payingCreator(bench);
  const { partner, account, person, ctx } = creator;
  const saveCard = async (kind?: Card) => {
    bench.pay(await kit.startCardSetup(ctx, { returnTo: "/creator" }), kind);
    await bench.deliver();
  };
  if (card) await saveCard(card);
  const { id: sceneId } = await kit.makeScene(partner, { uploaderAccountId: account.id });
  const owner = { sceneId, partnerId: partner.id, payerId: person.id };
  const { id: feeId } = await makeSceneFee(kit, { ...owner, newPerformers });
  return {
    kit,
    creator,
    partner,
    account,
    person,
    ctx,
    sceneId,
    feeId,
    saveCard,
    ...aboutFee(bench, kit, feeId),
    charge: (patienceMs = 10_000) => kit.chargeSceneFee(kit.keyCtx(partner), sceneId, { patienceMs }),
  };
}

/** A partner on a bench that extends another's scene, and what happens to the fee. With `card` null, none is saved. */
export async function extensionOwing(
  bench: PaymentBench,
  { card = "succeeds" as Card | null, plan = "creator_pays" as "creator_pays" | "platform_pays" } = {},
) {
  const kit = await feeKit(bench);
  const partner = await kit.makePartner({ plan });
  const ctx = kit.portalCtx(partner);
  const saveCard = async (kind?: Card) => {
    bench.pay(await kit.startPlatformCardSetup(ctx, { returnTo: "/portal/billing" }), kind);
    await bench.deliver();
  };
  if (card) await saveCard(card);
  const { id: sceneId } = await kit.makeScene(await kit.makePartner());
  const extension = { sceneId, partnerId: partner.id };
  const create = () => kit.inTransaction((tx) => kit.createExtensionFee(tx, extension));
  const { id: feeId } = await create();
  return {
    kit,
    partner,
    ctx,
    sceneId,
    feeId,
    saveCard,
    ...aboutFee(bench, kit, feeId),
    customer: async () => (await kit.db.paymentCustomer.findFirstOrThrow({ where: { partnerId: partner.id } })).id,
    /** An extend call, as far as its fee is concerned. */
    post: async () => kit.chargeExtensionFee(kit.keyCtx(partner), await create()),
  };
}
