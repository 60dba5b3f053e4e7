import { missingParts, type OwnCheck } from "@/lib/domain/identity";
import type { Payment } from "@/lib/domain/onboarding";
import { subscriptionOf } from "./visitor";

export type StepName = "details" | "document" | "photos" | "review";

const BY_CUSTODIAN: readonly { name: StepName; label: string }[] = [
  { name: "details", label: "Your details" },
  { name: "document", label: "Your document" },
  { name: "photos", label: "Photos" },
  { name: "review", label: "Review and send" },
];

// The verification service reads the document and takes the photos.
const BY_VENDOR: readonly { name: StepName; label: string }[] = [
  { name: "details", label: "Your details" },
  { name: "review", label: "Verify your ID" },
];

const SUBSCRIPTION = "Subscription";

/** The steps of a check, for a custodian's review or for the verification service. */
export const stepsOf = (check: Pick<OwnCheck, "driver">) =>
  check.driver === "stripe_identity" ? BY_VENDOR : BY_CUSTODIAN;

/** The first step with something missing, or the last one. */
export function nextStep(check: OwnCheck): StepName {
  const names = stepsOf(check).map(({ name }) => name);
  return missingParts(check).find((part) => names.includes(part)) ?? "review";
}

type StepperInput = { token: string; driver: OwnCheck["driver"]; payment: Payment | null };

/**
 * The steps of the bar at the top. The person can go back to earlier ones. Where creators pay, the subscription is the last
 * step and open at any time.
 */
export function stepper({ token, driver, payment }: StepperInput, current: StepName) {
  const steps = stepsOf({ driver });
  const shown = steps.map(({ name, label }) => ({ label, href: `/onboard/${token}/${name}`, open: false }));
  if (payment) shown.push({ label: SUBSCRIPTION, href: subscriptionOf(token), open: true });
  return { steps: shown, current: steps.findIndex(({ name }) => name === current) + 1 };
}

/** The bar at the top of the subscription step, once the check is sent: the earlier steps are closed. */
export function lastStepper(driver: OwnCheck["driver"]) {
  const steps = [...stepsOf({ driver }), { label: SUBSCRIPTION }].map(({ label }) => ({ label }));
  return { steps, current: steps.length };
}
