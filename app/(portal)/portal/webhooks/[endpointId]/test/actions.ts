"use server";

import { z } from "zod";
import { action, actionId, read } from "@/app/action";
import { outcomeOf } from "@/app/forms";
import { requireMember } from "@/app/session";
import type { Tested } from "@/components/webhooks/test-form";
import { EVENT_TYPES, sendTestOnce } from "@/lib/domain/webhooks";
import { newId } from "@/lib/platform/ids";

const Type = z.enum(EVENT_TYPES).catch("test.ping");
const Headers = z.record(z.string(), z.union([z.string(), z.array(z.string())]).optional());
const Shown = z.object({
  url: z.string(),
  at: z.date(),
  durationMs: z.number(),
  requestHeaders: z.record(z.string(), z.string()),
  requestBody: z.string(),
  responseStatus: z.number().nullable(),
  responseHeaders: Headers.nullable(),
  responseBody: z.string().nullable(),
  responseBodyIs: z.object({ cut: z.boolean(), bytes: z.boolean() }).optional(),
  error: z.string().nullable(),
  succeeded: z.boolean(),
});

/** The attempt that the page shows already, which the form brings along. */
const shown = (sent: unknown): Tested =>
  z.object({ press: z.string(), attempt: Shown.optional() }).catch({ press: "" }).parse(read.data(sent));

/** Sends a test and waits for the answer. Each answer comes with the name of the next press. */
export const sendTestAction = action(
  requireMember,
  [read.id, shown, read.form],
  async (ctx, endpointId, before, formData) => {
    const press = newId();
    const type = Type.parse(formData.get("type"));
    const test = { endpointId, type, press: actionId(formData.get("press")) };
    const outcome = await outcomeOf(ctx, (actor) => sendTestOnce(actor, test));
    if (!outcome.ok) return { press, type, error: outcome.error };
    // A second click that another node got: the first one's answer stays.
    const attempt = outcome.value ?? before.attempt;
    if (attempt) return { press, type, attempt };
    return { press, type, error: "This test was sent already. Send another to see its answer." };
  },
);
