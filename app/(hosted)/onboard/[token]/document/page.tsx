import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { DocumentForm } from "@/components/onboarding/document-form";
import { HostedShell } from "@/components/shell/hosted-shell";
import { Stepper } from "@/components/ui/progress";
import { readDocumentNumber } from "@/lib/domain/identity";
import { countries } from "@/lib/domain/identity/countries";
import { keepDocumentAction } from "../step-actions";
import { stepper, stepsOf } from "../steps";
import { requireDraft, startOf } from "../visitor";

export const metadata: Metadata = { title: "Your document" };

export default async function DocumentPage({ params }: { params: Promise<{ token: string }> }) {
  const { token } = await params;
  const { visitor, proven, check } = await requireDraft(token);
  if (!stepsOf(check).some(({ name }) => name === "document")) redirect(startOf(token));
  const { documentType, documentCountry, documentExpiry } = check;
  const documentNumber = await readDocumentNumber(check);
  return (
    <HostedShell
      partnerName={visitor.onboarding.partner.name}
      step={<Stepper {...stepper({ token, driver: check.driver, payment: proven.payment }, "document")} />}
    >
      <DocumentForm
        action={keepDocumentAction.bind(null, token)}
        countries={countries}
        kept={{ documentType, documentCountry, documentNumber, documentExpiry }}
      />
    </HostedShell>
  );
}
