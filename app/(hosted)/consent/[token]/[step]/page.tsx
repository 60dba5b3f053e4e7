import { drawStep, type StepProps } from "@/app/(hosted)/identity-steps/step-page";

export { generateMetadata } from "@/app/(hosted)/identity-steps/step-page";

/** An ID step of a performer. */
export default async function StepPage(props: StepProps) {
  return drawStep("/consent", props);
}
