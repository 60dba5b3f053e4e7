import { notFound, redirect } from "next/navigation";
import { cache } from "react";
import type { Obstacle } from "@/components/scenes/attest/closed";
import { findSessionByToken, type SessionOfLink } from "@/lib/domain/scenes/upload-sessions";

/** The upload session behind a link; null for an unknown link. Read once per request. */
export const findSession = cache(findSessionByToken);

/** The upload session behind a link. Shows the 404 page for an unknown link. */
export async function getSession(token: string): Promise<SessionOfLink> {
  return (await findSession(token)) ?? notFound();
}

/** Whether the creator can still attest. */
export const isOpen = ({ status, obstacle }: SessionOfLink): boolean => status === "pending" && !obstacle;

/** An upload session that the creator can still complete. Redirects every other one to the start, which says why. */
export async function requireOpen(token: string): Promise<SessionOfLink> {
  const session = await getSession(token);
  if (!isOpen(session)) redirect(startOf(token));
  return session;
}

/** Why the creator can't attest; null if they can, or did. */
export const obstacleOf = ({ status, obstacle }: SessionOfLink): Obstacle | null => {
  if (status === "completed") return null;
  return status === "expired" ? "expired" : obstacle;
};

/** The start of an attestation, and its status. */
export const startOf = (token: string): string => `/attest/${token}`;

/** The second page, after the creator named the other performers. */
export const statementPageOf = (token: string): string => `${startOf(token)}/statement`;

/** The two pages of a creator with others, in the bar at the top. */
export const STEPS = [{ label: "Performers" }, { label: "Statement" }] as const;

/**
 * Where the platform wants people back. The URL names the session and how it ended, and nothing about a person. Null if the
 * platform gave none.
 */
export function returnUrl(
  { id, redirectUrl }: Pick<SessionOfLink, "id" | "redirectUrl">,
  status: "completed" | "cancelled",
): string | null {
  if (redirectUrl === null) return null;
  const url = new URL(redirectUrl);
  // As text, because `searchParams` would rewrite the platform's own parameters.
  url.search = `${url.search && `${url.search}&`}sessionId=${id}&status=${status}`;
  return url.href;
}
