import { z } from "zod";
import { hmac, hmacMatches } from "@/lib/platform/crypto";
import type { Tx } from "@/lib/platform/db";
import { newId } from "@/lib/platform/ids";
import { enqueue } from "@/lib/platform/jobs";
import type { Payments } from "@/lib/platform/payments/driver";
import type { Message } from "@/lib/platform/payments/message";

const PURPOSE = "simulated-payment-message";

/** The job that carries a message of the simulation to where Stripe's arrive. Payload: `{ rawBody }`. */
export const SIMULATED_MESSAGE_JOB = "deliver_simulated_payment_message";

const Told = z.object({
  id: z.string(),
  type: z.string(),
  customer: z.string().nullable(),
  about: z.discriminatedUnion("kind", [
    z.object({ kind: z.literal("customer") }),
    ...(["subscription", "checkout", "invoice", "charge", "dispute"] as const).map((kind) =>
      z.object({ kind: z.literal(kind), id: z.string() }),
    ),
    z.object({ kind: z.literal("other") }),
  ]),
});

/** Tell the service of a change, if and only if the change is committed. */
export async function tell(tx: Tx, type: string, customer: string, about: Message["about"]): Promise<void> {
  const rawBody = JSON.stringify({ id: `evt_sim_${newId()}`, type, customer, about } satisfies Message);
  await enqueue(tx, SIMULATED_MESSAGE_JOB, { rawBody });
}

/** The signature under which the simulation sends a message. */
export const signSimulatedMessage = (rawBody: string): string => hmac(PURPOSE, rawBody).toString("hex");

export const simulatedMessages: Pick<Payments, "verifyMessage"> = {
  verifyMessage: (rawBody, signature) => {
    if (!signature || !hmacMatches(PURPOSE, rawBody, Buffer.from(signature, "hex"))) return null;
    return Told.parse(JSON.parse(rawBody)) as Message;
  },
};
