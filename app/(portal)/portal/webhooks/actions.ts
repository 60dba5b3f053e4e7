"use server";

import { revalidatePath } from "next/cache";
import { actionId } from "@/app/action-id";
import { errorOf, outcomeOf, refused } from "@/app/outcome";
import { requirePortalUser } from "@/app/session";
import type { ActionResult, FormState } from "@/components/ui/form-state";
import type { CreatedEndpoint } from "@/components/webhooks/endpoint-new";
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

export async function createEndpointAction(_: CreatedEndpoint, formData: FormData): Promise<CreatedEndpoint> {
  const ctx = await requirePortalUser();
  const { input, errors, values } = inputOf(formData);
  if (!input) return { errors, values };
  const { partnerId } = ctx.actor;
  const outcome = await outcomeOf(ctx, (actor) => createEndpoint(actor, { partnerId, ...input }));
  return outcome.ok ? { ok: true, created: outcome.value } : { ...refused(outcome), values };
}

export async function editEndpointAction(endpointId: string, _: FormState, formData: FormData): Promise<FormState> {
  const ctx = await requirePortalUser();
  const { input, errors, values } = inputOf(formData);
  if (!input) return { errors, values };
  const outcome = await outcomeOf(ctx, (actor) => editEndpoint(actor, { endpointId: actionId(endpointId), ...input }));
  if (!outcome.ok) return { ...refused(outcome), values };
  revalidatePath(ENDPOINT_PAGE, "page");
  return { ok: true };
}

type Texts = Record<string, string>;
type Read = { values: Texts } & ({ input: EndpointInput; errors?: never } | { input?: never; errors: Texts });

/** What was entered, or what is wrong with it; and its texts, for a form that was sent before its script had loaded. */
function inputOf(formData: FormData): Read {
  const text = (name: string) => String(formData.get(name) ?? "");
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

export async function setEndpointStatusAction(endpointId: string, status: string): Promise<ActionResult> {
  const result = await errorOf(await requirePortalUser(), (ctx) =>
    setEndpointStatus(ctx, { endpointId: actionId(endpointId), status: status === "paused" ? "paused" : "enabled" }),
  );
  revalidatePath(ENDPOINT_PAGE, "page");
  return result;
}

/** Goes on to the list, so the page of what is deleted is not drawn again. */
export async function deleteEndpointAction(endpointId: string): Promise<ActionResult> {
  return errorOf(await requirePortalUser(), (ctx) => deleteEndpoint(ctx, { endpointId: actionId(endpointId) }));
}

export async function revealSecretAction(endpointId: string): Promise<SecretResult> {
  const outcome = await outcomeOf(await requirePortalUser(), (ctx) =>
    revealSecret(ctx, { endpointId: actionId(endpointId) }),
  );
  return outcome.ok ? outcome.value : { error: outcome.error };
}

export async function rotateSecretAction(endpointId: string, formData: FormData): Promise<SecretResult> {
  const overlapHours = Number(String(formData.get("overlapHours") ?? "").trim() || Number.NaN);
  const outcome = await outcomeOf(await requirePortalUser(), (ctx) =>
    rotateSecret(ctx, { endpointId: actionId(endpointId), overlapHours }),
  );
  revalidatePath(ENDPOINT_PAGE, "page");
  return outcome.ok ? outcome.value : { error: outcome.error };
}

export async function endOverlapAction(endpointId: string): Promise<ActionResult> {
  const result = await errorOf(await requirePortalUser(), (ctx) =>
    endOverlap(ctx, { endpointId: actionId(endpointId) }),
  );
  revalidatePath(ENDPOINT_PAGE, "page");
  return result;
}
