"use server";

import { revalidatePath } from "next/cache";
import { z } from "zod";
import { action, read } from "@/app/action";
import { errorOf, outcomeOf, refused, textOf, valuesOf } from "@/app/forms";
import { requireMember } from "@/app/session";
import type { FormState } from "@/components/ui/form";
import {
  cancelRevocation,
  createKey,
  readRestrictions,
  restrictKey,
  revokeKey,
  scheduleRevocation,
} from "@/lib/domain/parties/keys";
import { KEY_AREAS, type Restrictions } from "@/lib/domain/parties/keys/scopes";
import { clock } from "@/lib/platform/clock";
import { DAY_MS } from "@/lib/platform/duration";

const replaced = (sent: unknown): string | null => (sent === null ? null : read.id(sent));
const Expiry = z.enum(["never", "30", "90", "365", "custom"]).catch("never");

/** Creates a key, as the successor of `replacesId` if given. */
export const createKeyAction = action(
  requireMember,
  [replaced, read.state, read.form],
  async (ctx, replacesId, _, formData) => {
    const field = (name: string) => textOf(formData, name);
    const values = valuesOf(formData);
    const expiresAt = expiryOf(field("expiry"), field("expiresOn"));
    if (expiresAt === undefined) return { errors: { expiresOn: "Choose a day in the future." }, values };
    const restrictions = accessOf(formData);
    if (!restrictions) return { errors: NOTHING_RESTRICTED, values };
    const input = { partnerId: ctx.actor.partnerId, name: field("name"), expiresAt, replacesId, restrictions };
    const outcome = await outcomeOf(ctx, (actor) => createKey(actor, input));
    if (outcome.ok) return { ok: true, created: outcome.value };
    // The form calls this field the last day.
    return { ...refused(outcome.field === "expiresAt" ? { ...outcome, field: "expiresOn" } : outcome), values };
  },
);

const NOTHING_RESTRICTED = { access: "Lower the access to an area, list networks, or choose full access." };

/** The access that a form has; null if it says to restrict, and restricts nothing. */
function accessOf(form: FormData): Restrictions | null {
  if (textOf(form, "access") !== "restricted") return { scopes: null, networks: null };
  const networks = textOf(form, "networks")
    .split(/[\s,]+/)
    .filter(Boolean);
  const chosen = KEY_AREAS.map((area) => ({ area, access: textOf(form, area) }));
  if (networks.length === 0 && chosen.every(({ access }) => access === "write")) return null;
  const scopes = chosen.filter(({ access }) => access === "read" || access === "write");
  return { scopes: scopes.map(({ area, access }) => `${area}:${access}`), networks };
}

/** Changes a key's access. `was` in the form is what it showed before. */
export const changeAccessAction = action(
  requireMember,
  [read.id, read.state, read.form],
  async (ctx, keyId, _, formData): Promise<FormState> => {
    const values = valuesOf(formData);
    const asked = accessOf(formData);
    if (!asked) return { errors: NOTHING_RESTRICTED, values };
    const was = seenIn(textOf(formData, "was"));
    const outcome = await outcomeOf(ctx, (by) => restrictKey(by, { keyId, was, ...asked }));
    if (!outcome.ok) return { ...refused(outcome), values };
    revalidatePath("/portal/keys", "layout");
    return { ok: true, message: outcome.value.changed ? "Access changed." : "The key already has this access." };
  },
);

/** What the form showed before. Anything else counts as full access, from which a change is refused if it was another. */
function seenIn(json: string): Restrictions {
  try {
    return readRestrictions(JSON.parse(json));
  } catch {
    return readRestrictions(null);
  }
}

/** Null for never; undefined for an invalid or past day. A chosen day lasts to its end, UTC. */
function expiryOf(choice: string, day: string): Date | null | undefined {
  const expiry = Expiry.parse(choice);
  if (expiry === "never") return null;
  const now = clock.now().getTime();
  if (expiry !== "custom") return new Date(now + Number(expiry) * DAY_MS);
  const start = z.iso.date().safeParse(day);
  const end = start.success ? new Date(`${start.data}T23:59:59.999Z`) : undefined;
  return end && end.getTime() > now && end.getUTCFullYear() <= 9999 ? end : undefined;
}

export const revokeKeyAction = action(requireMember, [read.id], (ctx, keyId) =>
  errorOf(ctx, (by) => revokeKey(by, { keyId })),
);

export const scheduleRevocationAction = action(requireMember, [read.id], (ctx, keyId) =>
  errorOf(ctx, (by) => scheduleRevocation(by, { keyId })),
);

export const cancelRevocationAction = action(requireMember, [read.id], (ctx, keyId) =>
  errorOf(ctx, (by) => cancelRevocation(by, { keyId })),
);
