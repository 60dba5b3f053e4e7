import { type Guest, requireDraft, type StepsHost } from "@/app/(hosted)/identity-steps/host";
import { findVisitor, SUBSCRIPTION, subscriptionOf } from "./visitor";

/** The onboarding as a host of the ID steps. */
export const onboardHost: StepsHost = { area: "/onboard", findGuest };

/** The visitor's draft. Shows the 404 page for an unknown link, and redirects everyone else to the start. */
export const openDraft = (token: string) => requireDraft(onboardHost, token);

async function findGuest(token: string): Promise<Guest | null> {
  const visitor = await findVisitor(token);
  if (!visitor) return null;
  const { onboarding, proven } = visitor;
  const draft = proven?.stage.at === "draft" ? { ...proven, check: proven.stage.check } : null;
  // Where creators pay, the subscription is the last step and open at any time.
  const stepsAfter = proven?.payment ? [{ label: SUBSCRIPTION, href: subscriptionOf(token), open: true }] : [];
  return { partnerName: onboarding.partner.name, draft, stepsAfter };
}
