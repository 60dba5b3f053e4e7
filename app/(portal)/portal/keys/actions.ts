"use server";

import { z } from "zod";
import { action, read } from "@/app/action";
import { errorOf, outcomeOf, refused, textOf } from "@/app/forms";
import { requireMember } from "@/app/session";
import { cancelRevocation, createKey, revokeKey, scheduleRevocation } from "@/lib/domain/parties/keys";
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
    const values = { name: field("name"), expiry: field("expiry"), expiresOn: field("expiresOn") };
    const expiresAt = expiryOf(values.expiry, values.expiresOn);
    if (expiresAt === undefined) return { errors: { expiresOn: "Choose a day in the future." }, values };
    const input = { partnerId: ctx.actor.partnerId, name: values.name, expiresAt, replacesId };
    const outcome = await outcomeOf(ctx, (actor) => createKey(actor, input));
    if (outcome.ok) return { ok: true, created: outcome.value };
    // The form calls this field the last day.
    return { ...refused(outcome.field === "expiresAt" ? { ...outcome, field: "expiresOn" } : outcome), values };
  },
);

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
