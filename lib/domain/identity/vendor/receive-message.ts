import type { Ctx, SystemActor } from "@/lib/domain/context";
import { clock } from "@/lib/platform/clock";
import { db, inTransaction } from "@/lib/platform/db";
import { verifyStripeMessage } from "@/lib/platform/payments/stripe-client";
import { applySession } from "./apply-session";
import { readVendorSession } from "./session";

const VENDOR = "stripe";

/**
 * Take in one message of Stripe's. Its id is stored in the transaction of its effect, so a replay does nothing and a
 * failure leaves nothing behind: Stripe sends it again.
 * `refused`: the signature is missing, wrong, or too old.
 */
export async function receiveVendorMessage(
  ctx: Ctx<SystemActor>,
  { rawBody, signature }: { rawBody: string; signature: string | null },
): Promise<"taken" | "known" | "refused"> {
  const event = signature ? verifyStripeMessage(rawBody, signature) : null;
  if (!event) return "refused";
  const id = { vendor: VENDOR, messageId: event.id };
  if (await db.vendorMessage.findUnique({ where: { vendor_messageId: id } })) return "known";
  const sessionId = sessionOf(event);
  const session = sessionId ? await readVendorSession(sessionId) : null;
  return inTransaction(async (tx) => {
    const { count } = await tx.vendorMessage.createMany({
      data: [{ ...id, type: event.type, receivedAt: clock.now() }],
      skipDuplicates: true,
    });
    if (count === 0) return "known";
    if (session) await applySession(tx, ctx, session);
    return "taken";
  });
}

function sessionOf(event: { type: string; data: { object: object } }): string | null {
  if (!event.type.startsWith("identity.verification_session.") || event.type.endsWith(".redacted")) return null;
  const id: unknown = Reflect.get(event.data.object, "id");
  return typeof id === "string" ? id : null;
}
