import { drawStep, type StepProps } from "@/app/(hosted)/identity-steps/step-page";

export { generateMetadata } from "@/app/(hosted)/identity-steps/step-page";

/** An ID step of an onboarding. */
export default async function StepPage(props: StepProps) {
  return drawStep("/onboard", props);
}
