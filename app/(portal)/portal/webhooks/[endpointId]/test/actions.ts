"use server";

import { z } from "zod";
import { actionId } from "@/app/action-id";
import { outcomeOf } from "@/app/outcome";
import { requirePortalUser } from "@/app/session";
import type { Tested } from "@/components/webhooks/test-form";
import { EVENT_TYPES, sendTestOnce } from "@/lib/domain/webhooks";
import { newId } from "@/lib/platform/ids";

const Type = z.enum(EVENT_TYPES).catch("test.ping");

/** Sends a test and waits for the answer. Each answer comes with the name of the next press. */
export async function sendTestAction(endpointId: string, before: Tested, formData: FormData): Promise<Tested> {
  const ctx = await requirePortalUser();
  const press = newId();
  const test = {
    endpointId: actionId(endpointId),
    type: Type.parse(formData.get("type")),
    press: actionId(formData.get("press")),
  };
  const outcome = await outcomeOf(ctx, (actor) => sendTestOnce(actor, test));
  if (!outcome.ok) return { press, error: outcome.error };
  // A second click that another node got: the first one's answer stays.
  const attempt = outcome.value ?? before.attempt;
  return attempt ? { press, attempt } : { press, error: "This test was sent already. Send another to see its answer." };
}
