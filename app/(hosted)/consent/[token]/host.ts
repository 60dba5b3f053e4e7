import { cache } from "react";
import { type Guest, requireDraft, type StepsHost } from "@/app/(hosted)/identity-steps/host";
import { readIdentityStage } from "@/lib/domain/identity";
import { findVisitor, mayDecide } from "./visitor";

/** A performer's pages as a host of the ID steps. */
export const consentHost: StepsHost = { area: "/consent", findGuest: cache(findGuest) };

/** The performer's draft. Shows the 404 page for an unknown link, and redirects everyone else to the start. */
export const openDraft = (token: string) => requireDraft(consentHost, token);

async function findGuest(token: string): Promise<Guest | null> {
  const visitor = await findVisitor(token);
  if (!visitor) return null;
  const { partnerName, proven } = visitor;
  // A closed scene needs no ID.
  if (!proven || !mayDecide(visitor)) return { partnerName, draft: null };
  const stage = await readIdentityStage(proven.userId, proven.visit);
  return { partnerName, draft: stage.at === "draft" ? { ...proven, check: stage.check } : null };
}
