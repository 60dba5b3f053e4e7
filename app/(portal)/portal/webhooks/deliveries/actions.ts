"use server";

import { actionId } from "@/app/action-id";
import { errorOf, outcomeOf } from "@/app/outcome";
import { requirePortalUser } from "@/app/session";
import type { ActionResult, FormState } from "@/components/ui/form-state";
import { replayFailed, resendDelivery } from "@/lib/domain/webhooks";
import { dateTimeIn } from "@/lib/platform/wire";

export async function resendAction(deliveryId: string, _: FormState, _formData: FormData): Promise<FormState> {
  const ctx = await requirePortalUser();
  const outcome = await outcomeOf(ctx, (actor) => resendDelivery(actor, { deliveryId: actionId(deliveryId) }));
  return outcome.ok ? { ok: true } : { message: outcome.error };
}

export async function replayAction(endpointId: string, since: string): Promise<ActionResult> {
  const ctx = await requirePortalUser();
  const from = dateTimeIn.safeParse(since);
  if (!from.success) return { error: "Choose a time." };
  return errorOf(ctx, (actor) => replayFailed(actor, { endpointId: actionId(endpointId), since: from.data }));
}
