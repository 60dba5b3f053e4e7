"use server";

import { z } from "zod";
import { actionId } from "@/app/action-id";
import { outcomeOf } from "@/app/outcome";
import { requirePortalUser } from "@/app/session";
import type { Tested } from "@/components/webhooks/test-form";
import { PARTNER_WINDOWS, partnerMay } from "@/lib/api/rate-limit/by-partner";
import { may } from "@/lib/domain/people";
import { sendTestOnce } from "@/lib/domain/webhooks";
import { EVENT_TYPES } from "@/lib/domain/webhooks/events";
import { newId } from "@/lib/platform/ids";

const Type = z.enum(EVENT_TYPES).catch("test.ping");

/** Sends a test and waits for the answer. Each answer comes with the name of the next press. */
export async function sendTestAction(endpointId: string, _: Tested, formData: FormData): Promise<Tested> {
  const ctx = await requirePortalUser();
  const press = newId();
  const { partnerId, role } = ctx.actor;
  if (may(role, "manage_integration") && !(await partnerMay(PARTNER_WINDOWS.webhookTest, partnerId))) {
    return { press, error: `Your team sent ${PARTNER_WINDOWS.webhookTest.limit} tests in a minute. Wait a little.` };
  }
  const test = {
    endpointId: actionId(endpointId),
    type: Type.parse(formData.get("type")),
    press: actionId(formData.get("press")),
  };
  const outcome = await outcomeOf(ctx, (actor) => sendTestOnce(actor, test));
  return outcome.ok ? { press, attempt: outcome.value } : { press, error: outcome.error };
}
