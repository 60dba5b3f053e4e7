import { redirect } from "next/navigation";
import { ReviewForm } from "@/components/identity/steps/review-form";
import { HostedShell } from "@/components/shell/site";
import { Stepper } from "@/components/ui/progress";
import { readDocumentNumber } from "@/lib/domain/identity";
import { countryName } from "@/lib/domain/identity/countries";
import { photosNeeded } from "@/lib/domain/identity/documents";
import type { OpenDraft, StepAction } from "./host";
import { nextStep, stepper } from "./steps";

/** The page of the step "Review and send". */
export async function ReviewStep({ draft, action }: { draft: OpenDraft; action: StepAction }) {
  const { token, start, guest, check } = draft;
  const missing = nextStep(check);
  if (missing !== "review" || !check.legalName || !check.birthDate) redirect(`${start}/${missing}`);
  const byVendor = check.driver === "stripe_identity";
  const photos = byVendor ? [] : photosNeeded(check.documentType);
  return (
    <HostedShell partnerName={guest.partnerName} step={<Stepper {...stepper(draft, "review")} />}>
      <ReviewForm
        action={action.bind(null, token)}
        start={start}
        byVendor={byVendor}
        details={{ legalName: check.legalName, birthDate: check.birthDate, otherNames: check.otherNames }}
        document={
          check.documentType && !byVendor
            ? {
                type: check.documentType,
                country: countryName(check.documentCountry ?? ""),
                number: (await readDocumentNumber(check)) ?? "",
                expiry: check.documentExpiry,
              }
            : null
        }
        photos={photos.map((kind) => {
          const id = check.photos.find((photo) => photo.kind === kind)?.id ?? "";
          return { kind, address: `${start}/photos/${kind}?v=${id}` };
        })}
      />
    </HostedShell>
  );
}
