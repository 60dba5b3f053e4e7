import type { StepProps } from "@/app/(hosted)/identity-steps/host";
import { ReviewStep } from "@/app/(hosted)/identity-steps/review-step";
import { titles } from "@/app/(hosted)/identity-steps/steps";
import { openDraft } from "../host";
import { sendAction } from "../step-actions";

export const metadata = titles.review;

export default async function ReviewPage({ params }: StepProps) {
  return ReviewStep({ draft: await openDraft((await params).token), action: sendAction });
}
