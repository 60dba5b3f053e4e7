import { DetailsForm } from "@/components/identity/steps/details-form";
import { HostedShell } from "@/components/shell/site";
import { Stepper } from "@/components/ui/progress";
import type { OpenDraft, StepAction } from "./host";
import { stepper } from "./steps";

/** The page of the step "Your details". */
export function DetailsStep({ draft, action }: { draft: OpenDraft; action: StepAction }) {
  const { token, guest, check } = draft;
  return (
    <HostedShell partnerName={guest.partnerName} step={<Stepper {...stepper(draft, "details")} />}>
      <DetailsForm
        action={action.bind(null, token)}
        partnerName={guest.partnerName}
        kept={{ legalName: check.legalName, birthDate: check.birthDate, otherNames: check.otherNames }}
      />
    </HostedShell>
  );
}
