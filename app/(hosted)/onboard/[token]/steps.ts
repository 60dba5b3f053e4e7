import { missingParts, type OwnCheck } from "@/lib/domain/identity";

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

/** The steps of a check, by who makes it. */
export const stepsOf = (check: Pick<OwnCheck, "driver">) =>
  check.driver === "stripe_identity" ? BY_VENDOR : BY_CUSTODIAN;

/** The first step with something missing, or the last one. */
export function nextStep(check: OwnCheck): StepName {
  const wanted = stepsOf(check).map(({ name }) => name);
  return missingParts(check).find((part) => wanted.includes(part)) ?? "review";
}

/** The steps for the bar at the top; those before the current one can be gone back to. */
export function stepper(check: OwnCheck, token: string, current: StepName) {
  const steps = stepsOf(check);
  return {
    steps: steps.map(({ name, label }) => ({ label, href: `/onboard/${token}/${name}` })),
    current: steps.findIndex(({ name }) => name === current) + 1,
  };
}
