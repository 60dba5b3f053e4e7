import type { PaymentBench } from "./payment-bench";

type FeeKit = Pick<PaymentBench["kit"], "db" | "newSceneFee" | "sceneFeeInsertion">;

/** The fee of a scene, as its creation writes it. */
export async function makeSceneFee(kit: FeeKit, given: Parameters<FeeKit["newSceneFee"]>[0]) {
  const fee = kit.newSceneFee(given);
  await kit.db.$executeRaw(kit.sceneFeeInsertion(fee));
  return fee;
}
