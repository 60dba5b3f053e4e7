import { missingParts, type OwnCheck } from "@/lib/domain/identity";
import type { Payment } from "@/lib/domain/onboarding";
import { subscriptionOf } from "./visitor";

export type StepName = "details" | "document" | "photos" | "review";

const BY_CUSTODIAN: readonly { name: StepName; label: string }[] = [
  { name: "details", label: "Who you are" },
  { name: "document", label: "Your document" },
  { name: "photos", label: "Photos" },
  { name: "review", label: "Check and send" },
];

// The outside service reads the document itself and takes the photos.
const BY_VENDOR: readonly { name: StepName; label: string }[] = [
  { name: "details", label: "Who you are" },
  { name: "review", label: "Show your ID" },
];

const SUBSCRIPTION = "Subscription";

/** The steps of a check, by who makes it. */
export const stepsOf = (check: Pick<OwnCheck, "driver">) =>
  check.driver === "stripe_identity" ? BY_VENDOR : BY_CUSTODIAN;

/** The first step with something missing, or the last one. */
export function nextStep(check: OwnCheck): StepName {
  const wanted = stepsOf(check).map(({ name }) => name);
  return missingParts(check).find((part) => wanted.includes(part)) ?? "review";
}

type Way = { token: string; driver: OwnCheck["driver"]; payment: Payment | null };

/**
 * The steps for the bar at the top; those before the current one can be gone back to. To subscribe is the last of them, where
 * the person pays for themselves, and can be done before the others too.
 */
export function stepper({ token, driver, payment }: Way, current: StepName) {
  const steps = stepsOf({ driver });
  const shown = steps.map(({ name, label }) => ({ label, href: `/onboard/${token}/${name}`, open: false }));
  if (payment) shown.push({ label: SUBSCRIPTION, href: subscriptionOf(token), open: true });
  return { steps: shown, current: steps.findIndex(({ name }) => name === current) + 1 };
}

/** The bar at the top of the last step: what came before it is sent, and not open any more. */
export function lastStepper(driver: OwnCheck["driver"]) {
  const steps = [...stepsOf({ driver }), { label: SUBSCRIPTION }].map(({ label }) => ({ label }));
  return { steps, current: steps.length };
}
