/** The part of a query that finds invitations which can be accepted at a moment. */
export const openAt = (now: Date) => ({ acceptedAt: null, withdrawnAt: null, expiresAt: { gt: now } });

/** What an invitation is at a moment. */
export type InvitationState = "open" | "accepted" | "withdrawn" | "expired";

export function invitationState(
  { acceptedAt, withdrawnAt, expiresAt }: { acceptedAt: Date | null; withdrawnAt: Date | null; expiresAt: Date },
  now: Date,
): InvitationState {
  if (acceptedAt) return "accepted";
  if (withdrawnAt) return "withdrawn";
  return expiresAt > now ? "open" : "expired";
}
