"use server";

import { action, read } from "@/app/action";
import { errorOf, outcomeOf } from "@/app/forms";
import { requireMember } from "@/app/session";
import { replayFailed, resendDelivery } from "@/lib/domain/webhooks";
import { dateTimeIn } from "@/lib/platform/wire";

export const resendAction = action(requireMember, [read.id], async (ctx, deliveryId) => {
  const outcome = await outcomeOf(ctx, (actor) => resendDelivery(actor, { deliveryId }));
  return outcome.ok ? { ok: true } : { message: outcome.error };
});

export const replayAction = action(requireMember, [read.id, read.data], async (ctx, endpointId, since) => {
  const from = dateTimeIn.safeParse(since);
  if (!from.success) return { error: "Choose a time." };
  return errorOf(ctx, (actor) => replayFailed(actor, { endpointId, since: from.data }));
});
