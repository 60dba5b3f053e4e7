import { DetailsStep } from "@/app/(hosted)/identity-steps/details-step";
import type { StepProps } from "@/app/(hosted)/identity-steps/host";
import { titles } from "@/app/(hosted)/identity-steps/steps";
import { openDraft } from "../host";
import { keepDetailsAction } from "../step-actions";

export const metadata = titles.details;

export default async function DetailsPage({ params }: StepProps) {
  return DetailsStep({ draft: await openDraft((await params).token), action: keepDetailsAction });
}
