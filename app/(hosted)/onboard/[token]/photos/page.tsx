import { CircleAlert } from "lucide-react";
import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { PhotoSlot } from "@/components/onboarding/photo-slot";
import { HostedShell } from "@/components/shell/hosted-shell";
import { ButtonLink } from "@/components/ui/link";
import { PageHeader } from "@/components/ui/page-header";
import { Stepper } from "@/components/ui/progress";
import { missingPhotos } from "@/lib/domain/identity";
import { type DocumentType, type PhotoKind, photosNeeded, photoTitle } from "@/lib/domain/identity/documents";
import { PHOTO_BYTES_MAX, PHOTO_PROBLEMS } from "@/lib/platform/photos";
import { takePhotoOutAction } from "../step-actions";
import { stepper, stepsOf } from "../steps";
import { requireDraft, startOf } from "../visitor";
import { problemWords } from "./problems";

export const metadata: Metadata = { title: "Photos" };

type Props = {
  params: Promise<{ token: string }>;
  searchParams: Promise<{ kind?: string | string[]; problem?: string | string[] }>;
};

export default async function PhotosPage({ params, searchParams }: Props) {
  const { token } = await params;
  const { visitor, proven, check } = await requireDraft(token);
  if (!stepsOf(check).some(({ name }) => name === "photos")) redirect(startOf(token));
  if (!check.documentType) redirect(`${startOf(token)}/document`);
  const { kind: failed, problem } = await searchParams;
  const { documentType } = check;
  const needed = photosNeeded(documentType);
  const missing = missingPhotos(check);
  return (
    <HostedShell
      partnerName={visitor.onboarding.partner.name}
      step={<Stepper {...stepper({ token, driver: check.driver, payment: proven.payment }, "photos")} />}
    >
      <div className="flex flex-col gap-6">
        <PageHeader
          title="Photos"
          description={`Add ${needed.length === 2 ? "two" : "three"} photos. We save each one right away, so you can come back later.`}
        />
        <ul className="flex flex-col gap-4">
          {needed.map((kind) => {
            const photo = check.photos.find((candidate) => candidate.kind === kind);
            return (
              <li key={kind} id={kind}>
                <PhotoSlot
                  kind={kind}
                  documentType={documentType}
                  address={`${startOf(token)}/photos/${kind}`}
                  photoId={photo?.id ?? null}
                  problem={failed === kind ? problemWords(problem) : undefined}
                  largest={{ bytes: PHOTO_BYTES_MAX, refusal: PHOTO_PROBLEMS.too_large }}
                  removeAction={takePhotoOutAction.bind(null, token)}
                />
              </li>
            );
          })}
        </ul>
        {missing.length === 0 ? (
          <ButtonLink
            href={`${startOf(token)}/review`}
            variant="primary"
            size="lg"
            className="max-sm:w-full sm:self-start"
          >
            Continue
          </ButtonLink>
        ) : (
          <p className="flex items-start gap-2 text-muted" role="status">
            <CircleAlert className="mt-1 size-4 shrink-0" aria-hidden />
            Still missing: {missing.map((kind) => named(kind, documentType)).join(", ")}.
          </p>
        )}
      </div>
    </HostedShell>
  );
}

/** A photo within a sentence. */
const named = (kind: PhotoKind, documentType: DocumentType): string =>
  kind === "person" ? "a photo of you" : photoTitle(kind, documentType).toLowerCase();
