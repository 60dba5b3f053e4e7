import type { Metadata } from "next";
import { DetailsForm } from "@/components/onboarding/details-form";
import { HostedShell } from "@/components/shell/hosted-shell";
import { Stepper } from "@/components/ui/progress";
import { keepDetailsAction } from "../step-actions";
import { stepper } from "../steps";
import { requireDraft } from "../visitor";

export const metadata: Metadata = { title: "Your details" };

export default async function DetailsPage({ params }: { params: Promise<{ token: string }> }) {
  const { token } = await params;
  const { visitor, proven, check } = await requireDraft(token);
  const { partner } = visitor.onboarding;
  return (
    <HostedShell
      partnerName={partner.name}
      step={<Stepper {...stepper({ token, driver: check.driver, payment: proven.payment }, "details")} />}
    >
      <DetailsForm
        action={keepDetailsAction.bind(null, token)}
        partnerName={partner.name}
        kept={{ legalName: check.legalName, birthDate: check.birthDate, otherNames: check.otherNames }}
      />
    </HostedShell>
  );
}
