import { payingCreator } from "./paying";
import type { PaymentBench } from "./payment-bench";

type Card = Parameters<PaymentBench["pay"]>[1];

/** The fees of scenes, with a bench's processor and clock. */
async function feeKit({ kit }: PaymentBench) {
  const [charging, sweeping, paying, listing, running, scenes, ids] = await Promise.all([
    import("@/lib/domain/billing/scene-fees/charge-scene-fee"),
    import("@/lib/domain/billing/scene-fees/sweep"),
    import("@/lib/domain/billing/scene-fees/pay-fee"),
    import("@/lib/domain/billing/scene-fees/list-scene-fees"),
    import("./run-jobs"),
    import("./scenes"),
    import("@/lib/platform/ids"),
  ]);
  return { ...kit, ...charging, ...sweeping, ...paying, ...listing, ...running, ...scenes, ...ids };
}

type FeeKit = Pick<PaymentBench["kit"], "db" | "newSceneFee" | "sceneFeeInsertion">;

/** The fee of a scene, as its creation writes it. */
export async function makeSceneFee(kit: FeeKit, given: Parameters<FeeKit["newSceneFee"]>[0]) {
  const fee = kit.newSceneFee(given);
  await kit.db.$executeRaw(kit.sceneFeeInsertion(fee));
  return fee;
}

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
    ...{ kit, creator, partner, person, ctx, sceneId, feeId, saveCard },
    charge: (patienceMs = 10_000) => kit.chargeSceneFee(kit.keyCtx(partner), sceneId, { patienceMs }),
    fee: () => kit.db.sceneFee.findUniqueOrThrow({ where: { id: feeId } }),
    /** Runs the jobs that are due by the clock. Returns how many ran. */
    runJob: () => kit.runJobs(kit.chargeSceneFeeTask, { feeId }),
    /** The processor's charges for the fee, newest first. */
    charges: () =>
      bench.peer.account
        .all("payment_intent")
        .filter(({ metadata }) => Object(metadata).scene_fee === feeId)
        .map(({ id, status }) => ({ id, status })),
  };
}
