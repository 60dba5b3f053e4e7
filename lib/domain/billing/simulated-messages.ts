import { z } from "zod";
import { defineTask, type Schedule } from "@/lib/platform/jobs";
import { payments } from "@/lib/platform/payments/payments";
import { SIMULATED_MESSAGE_JOB, signSimulatedMessage } from "@/lib/platform/payments/simulated/messages";
import { runDue } from "@/lib/platform/payments/simulated/renewals";
import { receivePaymentMessage } from "./receive-message";

/** Carries a message of the simulated processor to where Stripe's arrive: signed, later, perhaps twice and out of order. */
export const deliverSimulatedMessageTask = defineTask(
  SIMULATED_MESSAGE_JOB,
  z.object({ rawBody: z.string() }),
  async ({ rawBody }, { requestId }) => {
    // Stripe has been configured since.
    if (payments().name !== "simulated") return;
    const ctx = { actor: { kind: "system", name: "simulated_payments" }, requestId } as const;
    await receivePaymentMessage(ctx, { rawBody, signature: signSimulatedMessage(rawBody) });
  },
);

const simulateTimeTask = defineTask("simulate_payment_times", z.unknown(), async () => {
  if (payments().name === "simulated") await runDue();
});

/** Lets time pass at the simulated processor: renewals, new tries, checkouts that expire. */
export const simulateTime: Schedule = { task: simulateTimeTask, cron: "*/5 * * * *" };
