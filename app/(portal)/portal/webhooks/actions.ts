"use server";

import { revalidatePath } from "next/cache";
import { action, read } from "@/app/action";
import { errorOf, outcomeOf, refused, textOf } from "@/app/forms";
import { requireMember } from "@/app/session";
import type { ActionResult } from "@/components/ui/form";
import type { SecretResult } from "@/components/webhooks/secret-card";
import {
  createEndpoint,
  deleteEndpoint,
  EndpointInput,
  editEndpoint,
  endOverlap,
  revealSecret,
  rotateSecret,
  setEndpointStatus,
} from "@/lib/domain/webhooks";

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

/** What was entered, or what is wrong with it; and its texts, for a form that was sent before its script had loaded. */
function inputOf(formData: FormData): Read {
  const text = (name: string) => textOf(formData, name);
  const values = {
    url: text("url"),
    description: text("description"),
    choice: text("choice"),
    types: formData.getAll("types").join(" "),
  };
  const some = formData.get("choice") === "some";
  const types = some ? formData.getAll("types") : [];
  const parsed = EndpointInput.safeParse({ url: formData.get("url"), description: formData.get("description"), types });
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

/** Goes on to the list, so the page of what is deleted is not drawn again. */
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
