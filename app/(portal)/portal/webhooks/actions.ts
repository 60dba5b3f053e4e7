"use server";

import { revalidatePath } from "next/cache";
import { z } from "zod";
import { action, actionId, read } from "@/app/action";
import { errorOf, outcomeOf, refused, textOf } from "@/app/forms";
import { requireMember } from "@/app/session";
import type { PayloadState } from "@/components/events/webhooks/payload-form";
import type { SecretResult } from "@/components/events/webhooks/secret-card";
import type { TestState } from "@/components/events/webhooks/test-form";
import type { ActionResult, FormState } from "@/components/ui/form";
import {
  answerMissed,
  createEndpoint,
  debugSignature,
  deleteEndpoint,
  EndpointInput,
  EVENT_TYPES,
  editEndpoint,
  endOverlap,
  previewEdits,
  readEdits,
  replayFailed,
  resendDelivery,
  revealSecret,
  rotateSecret,
  saveEdits,
  sendTestOnce,
  setEndpointStatus,
} from "@/lib/domain/events";
import { newId } from "@/lib/platform/ids";
import { dateTimeIn } from "@/lib/platform/wire";

const ENDPOINT_PAGE = "/portal/webhooks/[endpointId]";

export const createEndpointAction = action(requireMember, [read.state, read.form], async (ctx, _, formData) => {
  const { input, errors, values } = inputOf(formData);
  if (!input) return { errors, values };
  const { partnerId } = ctx.actor;
  const outcome = await outcomeOf(ctx, (actor) => createEndpoint(actor, { partnerId, ...input }));
  return outcome.ok ? { ok: true, created: outcome.value } : { ...refused(outcome), values };
});

export const editEndpointAction = action(
  requireMember,
  [read.id, read.state, read.form],
  async (ctx, endpointId, _, formData) => {
    const { input, errors, values } = inputOf(formData);
    if (!input) return { errors, values };
    const outcome = await outcomeOf(ctx, (actor) => editEndpoint(actor, { endpointId, ...input }));
    if (!outcome.ok) return { ...refused(outcome), values };
    revalidatePath(ENDPOINT_PAGE, "page");
    return { ok: true };
  },
);

type Texts = Record<string, string>;
type Read = { values: Texts } & ({ input: EndpointInput; errors?: never } | { input?: never; errors: Texts });

/** The parsed input or its errors, and the entered values for a form submitted without scripts. */
function inputOf(formData: FormData): Read {
  const text = (name: string) => textOf(formData, name);
  const values = {
    url: text("url"),
    description: text("description"),
    perSecond: text("perSecond"),
    choice: text("choice"),
    types: formData.getAll("types").join(" "),
  };
  const some = formData.get("choice") === "some";
  const types = some ? formData.getAll("types") : [];
  const { url, description, perSecond } = values;
  const parsed = EndpointInput.safeParse({ url, description, types, perSecond: Number(perSecond.trim()) });
  const errors: Record<string, string> = {};
  for (const { path, message } of parsed.error?.issues ?? []) errors[String(path[0])] ??= message;
  if (some && types.length === 0) errors.types = "Choose at least one event, or all of them.";
  return parsed.success && Object.keys(errors).length === 0 ? { input: parsed.data, values } : { errors, values };
}

export const setEndpointStatusAction = action(requireMember, [read.id, read.text], async (ctx, endpointId, status) => {
  const result = await errorOf(ctx, (by) =>
    setEndpointStatus(by, { endpointId, status: status === "paused" ? "paused" : "enabled" }),
  );
  revalidatePath(ENDPOINT_PAGE, "page");
  return result;
});

/** Sends what an endpoint missed while it was paused, or waives it. */
export const answerMissedAction = action(
  requireMember,
  [read.id, read.text, read.state, read.form],
  async (ctx, endpointId, answer): Promise<FormState> => {
    const outcome = await outcomeOf(ctx, (by) => answerMissed(by, { endpointId, send: answer === "send" }));
    revalidatePath(ENDPOINT_PAGE, "page");
    return outcome.ok ? {} : refused(outcome);
  },
);

/** Doesn't revalidate, because the client moves on to the list. */
export const deleteEndpointAction = action(requireMember, [read.id], async (ctx, endpointId): Promise<ActionResult> => {
  return errorOf(ctx, (by) => deleteEndpoint(by, { endpointId }));
});

export const revealSecretAction = action(requireMember, [read.id], async (ctx, endpointId): Promise<SecretResult> => {
  const outcome = await outcomeOf(ctx, (by) => revealSecret(by, { endpointId }));
  return outcome.ok ? outcome.value : { error: outcome.error };
});

export const rotateSecretAction = action(requireMember, [read.id, read.form], async (ctx, endpointId, formData) => {
  const overlapHours = Number(textOf(formData, "overlapHours").trim() || Number.NaN);
  const outcome = await outcomeOf(ctx, (by) => rotateSecret(by, { endpointId, overlapHours }));
  revalidatePath(ENDPOINT_PAGE, "page");
  return outcome.ok ? outcome.value : { error: outcome.error };
});

export const endOverlapAction = action(requireMember, [read.id], async (ctx, endpointId): Promise<ActionResult> => {
  const result = await errorOf(ctx, (by) => endOverlap(by, { endpointId }));
  revalidatePath(ENDPOINT_PAGE, "page");
  return result;
});

/** Explains a pasted message's signatures. Returns the input only to a form submitted without scripts. */
export const debugSignatureAction = action(requireMember, [read.state, read.form], async (ctx, _, formData) => {
  // Forms submit every line break as CRLF.
  const field = (name: string) => textOf(formData, name).replaceAll("\r\n", "\n");
  const pasted = { endpointId: actionId(formData.get("endpointId")), headers: field("headers"), body: field("body") };
  const values = formData.get("kept") === "yes" ? undefined : pasted;
  const outcome = await outcomeOf(ctx, (actor) => debugSignature(actor, pasted));
  return outcome.ok ? { values, ok: true, explanation: outcome.value } : { values, ...refused(outcome) };
});

export const resendAction = action(requireMember, [read.id], async (ctx, deliveryId) => {
  const outcome = await outcomeOf(ctx, (actor) => resendDelivery(actor, { deliveryId }));
  return outcome.ok ? { ok: true } : { message: outcome.error };
});

export const replayAction = action(requireMember, [read.id, read.data], async (ctx, endpointId, since) => {
  const from = dateTimeIn.safeParse(since);
  if (!from.success) return { error: "Choose a time." };
  return errorOf(ctx, (actor) => replayFailed(actor, { endpointId, since: from.data }));
});

/** Previews or saves how an endpoint's payloads are edited. */
export const savePayloadAction = action(
  requireMember,
  [read.id, read.state, read.form],
  async (ctx, endpointId, _, form): Promise<PayloadState> => {
    const text = textOf(form, "edits");
    const values = { edits: text };
    const isPreview = form.get("intent") === "preview";
    const outcome = await outcomeOf(ctx, async (by) => {
      const edits = readEdits(text);
      if (!isPreview) await saveEdits(by, { endpointId, edits });
      return previewEdits(by, { endpointId, edits });
    });
    return outcome.ok ? { values, preview: outcome.value, ok: !isPreview } : { values, ...refused(outcome) };
  },
);

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

/** The attempt that the page already shows, sent along by the form. */
const shown = (sent: unknown): TestState =>
  z.object({ press: z.string(), attempt: Shown.optional() }).catch({ press: "" }).parse(read.data(sent));

/** Sends a test and waits for the response. The result includes the `press` of the next click. */
export const sendTestAction = action(
  requireMember,
  [read.id, shown, read.form],
  async (ctx, endpointId, before, formData) => {
    const press = newId();
    const type = Type.parse(formData.get("type"));
    const test = { endpointId, type, press: actionId(formData.get("press")) };
    const outcome = await outcomeOf(ctx, (actor) => sendTestOnce(actor, test));
    if (!outcome.ok) return { press, type, error: outcome.error };
    // Another node handled the first click, so keep the response that is shown.
    const attempt = outcome.value ?? before.attempt;
    if (attempt) return { press, type, attempt };
    return { press, type, error: "This test was already sent. Send another one to see the response." };
  },
);
