import { DAY_MS } from "@/lib/platform/duration";

// Invitations to a partner's team and invitations of producers have the same life.

/** How long an invitation is valid. */
export const INVITATION_LIFE_MS = 7 * DAY_MS;

/** An invitation's status at a time. */
export type InvitationState = "open" | "accepted" | "withdrawn" | "expired";

/** Query filter for invitations that can be accepted at a time. */
export const openAt = (now: Date) => ({ acceptedAt: null, withdrawnAt: null, expiresAt: { gt: now } });

export function invitationState(
  { acceptedAt, withdrawnAt, expiresAt }: { acceptedAt: Date | null; withdrawnAt: Date | null; expiresAt: Date },
  now: Date,
): InvitationState {
  if (acceptedAt) return "accepted";
  if (withdrawnAt) return "withdrawn";
  return expiresAt > now ? "open" : "expired";
}

/** What the invited person reads of an invitation. */
export const INVITATION = {
  id: true,
  email: true,
  expiresAt: true,
  acceptedAt: true,
  withdrawnAt: true,
  partner: { select: { name: true } },
  invitedBy: { select: { name: true, email: true } },
} as const;
