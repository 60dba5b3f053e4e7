import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { ReviewForm } from "@/components/onboarding/review-form";
import { HostedShell } from "@/components/shell/hosted-shell";
import { Stepper } from "@/components/ui/progress";
import { readDocumentNumber } from "@/lib/domain/identity";
import { countryName } from "@/lib/domain/identity/countries";
import { photosNeeded } from "@/lib/domain/identity/documents";
import { sendAction } from "../step-actions";
import { nextStep, stepper } from "../steps";
import { requireDraft, startOf } from "../visitor";

export const metadata: Metadata = { title: "Review and send" };

export default async function ReviewPage({ params }: { params: Promise<{ token: string }> }) {
  const { token } = await params;
  const { visitor, proven, check } = await requireDraft(token);
  const missing = nextStep(check);
  if (missing !== "review" || !check.legalName || !check.birthDate) redirect(`${startOf(token)}/${missing}`);
  const byVendor = check.driver === "stripe_identity";
  const photos = byVendor ? [] : photosNeeded(check.documentType);
  return (
    <HostedShell
      partnerName={visitor.onboarding.partner.name}
      step={<Stepper {...stepper({ token, driver: check.driver, payment: proven.payment }, "review")} />}
    >
      <ReviewForm
        action={sendAction.bind(null, token)}
        start={startOf(token)}
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
          return { kind, address: `${startOf(token)}/photos/${kind}?v=${id}` };
        })}
      />
    </HostedShell>
  );
}
