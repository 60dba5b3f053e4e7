import { redirect } from "next/navigation";
import { DocumentForm } from "@/components/identity/steps/document-form";
import { HostedShell } from "@/components/shell/site";
import { Stepper } from "@/components/ui/progress";
import { readDocumentNumber } from "@/lib/domain/identity";
import { countries } from "@/lib/domain/identity/countries";
import type { OpenDraft, StepAction } from "./host";
import { stepper, stepsOf } from "./steps";

/** The page of the step "Your document". */
export async function DocumentStep({ draft, action }: { draft: OpenDraft; action: StepAction }) {
  const { token, start, guest, check } = draft;
  if (!stepsOf(check).some(({ name }) => name === "document")) redirect(start);
  const { documentType, documentCountry, documentExpiry } = check;
  const documentNumber = await readDocumentNumber(check);
  return (
    <HostedShell partnerName={guest.partnerName} step={<Stepper {...stepper(draft, "document")} />}>
      <DocumentForm
        action={action.bind(null, token)}
        countries={countries}
        kept={{ documentType, documentCountry, documentNumber, documentExpiry }}
      />
    </HostedShell>
  );
}
