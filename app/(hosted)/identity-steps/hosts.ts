import { cache } from "react";
import { findVisitor as findPerformer, mayDecide } from "@/app/(hosted)/consent/[token]/visitor";
import { findVisitor as findCreator, SUBSCRIPTION, subscriptionOf } from "@/app/(hosted)/onboard/[token]/visitor";
import { readIdentityStage } from "@/lib/domain/identity";
import { type Guest, requireDraft, type StepsHost } from "./host";

/** An onboarding as a host of the ID steps. */
export const onboardHost: StepsHost = {
  area: "/onboard",
  findGuest: async (token): Promise<Guest | null> => {
    const visitor = await findCreator(token);
    if (!visitor) return null;
    const { onboarding, proven } = visitor;
    const draft = proven?.stage.at === "draft" ? { ...proven, check: proven.stage.check } : null;
    // Where creators pay, the subscription is the last step and open at any time.
    const stepsAfter = proven?.payment ? [{ label: SUBSCRIPTION, href: subscriptionOf(token), open: true }] : [];
    return { partnerName: onboarding.partner.name, draft, stepsAfter };
  },
};

/** A performer's pages as a host of the ID steps. */
export const consentHost: StepsHost = {
  area: "/consent",
  findGuest: cache(async (token: string): Promise<Guest | null> => {
    const visitor = await findPerformer(token);
    if (!visitor) return null;
    const { partnerName, proven } = visitor;
    // A closed scene needs no ID.
    if (!proven || !mayDecide(visitor)) return { partnerName, draft: null };
    const stage = await readIdentityStage(proven.userId, proven.visit);
    return { partnerName, draft: stage.at === "draft" ? { ...proven, check: stage.check } : null };
  }),
};

/** The visitor's draft in an area's pages. Shows the 404 page for an unknown link, and redirects everyone else to the start. */
export const openDraft = (area: string, token: string) =>
  requireDraft(area === consentHost.area ? consentHost : onboardHost, token);
