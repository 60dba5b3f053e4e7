import { missingParts, type OwnCheck } from "@/lib/domain/identity";
import type { OpenDraft } from "./host";

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

/** The titles of the steps' pages. */
export const titles = {
  details: { title: "Your details" },
  document: { title: "Your document" },
  photos: { title: "Photos" },
  review: { title: "Review and send" },
} as const satisfies Record<StepName, { title: string }>;

/** The steps of a check, for a custodian's review or for the verification service. */
export const stepsOf = (check: Pick<OwnCheck, "driver">) =>
  check.driver === "stripe_identity" ? BY_VENDOR : BY_CUSTODIAN;

/** The first step with something missing, or the last one. */
export function nextStep(check: OwnCheck): StepName {
  const names = stepsOf(check).map(({ name }) => name);
  return missingParts(check).find((part) => names.includes(part)) ?? "review";
}

/** The steps of the bar at the top, with the host's own. The person can go back to earlier ones. */
export function stepper({ start, guest, check }: Pick<OpenDraft, "start" | "guest" | "check">, current: StepName) {
  const steps = stepsOf(check);
  const { stepsBefore = [], stepsAfter = [] } = guest;
  const shown = steps.map(({ name, label }) => ({ label, href: `${start}/${name}`, open: false }));
  return {
    steps: [...stepsBefore, ...shown, ...stepsAfter],
    current: stepsBefore.length + steps.findIndex(({ name }) => name === current) + 1,
  };
}
