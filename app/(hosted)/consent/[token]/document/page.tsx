import { DocumentStep } from "@/app/(hosted)/identity-steps/document-step";
import type { StepProps } from "@/app/(hosted)/identity-steps/host";
import { titles } from "@/app/(hosted)/identity-steps/steps";
import { openDraft } from "../host";
import { keepDocumentAction } from "../step-actions";

export const metadata = titles.document;

export default async function DocumentPage({ params }: StepProps) {
  return DocumentStep({ draft: await openDraft((await params).token), action: keepDocumentAction });
}
