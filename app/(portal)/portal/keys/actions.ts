"use server";

import { z } from "zod";
import { actionId } from "@/app/action-id";
import { errorOf, outcomeOf, refused } from "@/app/outcome";
import { requirePortalUser } from "@/app/session";
import type { CreatedKey } from "@/components/keys/key-form";
import type { ActionResult } from "@/components/ui/form-state";
import { cancelRevocation, createKey, planRevocation, revokeKey } from "@/lib/domain/keys";
import { clock } from "@/lib/platform/clock";
import { DAY_MS } from "@/lib/platform/duration";

const Expiry = z.enum(["never", "30", "90", "365", "custom"]).catch("never");

/** Creates a key, as the successor of `replacesId` when that is given. */
export async function createKeyAction(
  replacesId: string | null,
  _: CreatedKey,
  formData: FormData,
): Promise<CreatedKey> {
  const ctx = await requirePortalUser();
  const field = (name: string) => String(formData.get(name) ?? "");
  const expiresAt = expiryOf(field("expiry"), field("expiresOn"));
  if (expiresAt === undefined) return { errors: { expiresOn: "Choose a day in the future." } };
  const input = {
    partnerId: ctx.actor.partnerId,
    name: field("name"),
    expiresAt,
    replacesId: replacesId === null ? null : actionId(replacesId),
  };
  const outcome = await outcomeOf(ctx, (actor) => createKey(actor, input));
  if (outcome.ok) return { ok: true, created: outcome.value };
  // The form asks for the last day.
  return refused(outcome.field === "expiresAt" ? { ...outcome, field: "expiresOn" } : outcome);
}

/** Null for never; undefined for a day that is none, or has passed. A chosen day counts to its end, in UTC. */
function expiryOf(choice: string, day: string): Date | null | undefined {
  const expiry = Expiry.parse(choice);
  if (expiry === "never") return null;
  const now = clock.now().getTime();
  if (expiry !== "custom") return new Date(now + Number(expiry) * DAY_MS);
  const start = z.iso.date().safeParse(day);
  const end = start.success ? new Date(`${start.data}T23:59:59.999Z`) : undefined;
  return end && end.getTime() > now && end.getUTCFullYear() <= 9999 ? end : undefined;
}

export async function revokeKeyAction(keyId: string): Promise<ActionResult> {
  return errorOf(await requirePortalUser(), (ctx) => revokeKey(ctx, { keyId: actionId(keyId) }));
}

export async function planRevocationAction(keyId: string): Promise<ActionResult> {
  return errorOf(await requirePortalUser(), (ctx) => planRevocation(ctx, { keyId: actionId(keyId) }));
}

export async function cancelRevocationAction(keyId: string): Promise<ActionResult> {
  return errorOf(await requirePortalUser(), (ctx) => cancelRevocation(ctx, { keyId: actionId(keyId) }));
}
