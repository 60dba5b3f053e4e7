import { CircleAlert } from "lucide-react";
import { redirect } from "next/navigation";
import { PhotoSlot } from "@/components/identity/steps/photo-slot";
import { HostedShell } from "@/components/shell/site";
import { ButtonLink } from "@/components/ui/link";
import { PageHeader } from "@/components/ui/page-header";
import { Stepper } from "@/components/ui/progress";
import { missingPhotos } from "@/lib/domain/identity";
import { type DocumentType, type PhotoKind, photosNeeded, photoTitle } from "@/lib/domain/identity/documents";
import { PHOTO_BYTES_MAX, PHOTO_PROBLEMS } from "@/lib/platform/photos";
import type { OpenDraft, StepProps } from "./host";
import { problemWords } from "./photo-problems";
import { stepper, stepsOf } from "./steps";

/** The photo whose upload failed, and why, from the upload's redirect. */
type Failed = { kind?: string | string[]; problem?: string | string[] };
export type PhotosProps = StepProps & { searchParams: Promise<Failed> };

type PhotosStepProps = {
  draft: OpenDraft;
  failed: Failed;
  removeAction: (token: string, form: FormData) => Promise<void>;
};

/** The page of the step "Photos". */
export function PhotosStep({ draft, failed, removeAction }: PhotosStepProps) {
  const { token, start, guest, check } = draft;
  if (!stepsOf(check).some(({ name }) => name === "photos")) redirect(start);
  if (!check.documentType) redirect(`${start}/document`);
  const { documentType } = check;
  const needed = photosNeeded(documentType);
  const missing = missingPhotos(check);
  return (
    <HostedShell partnerName={guest.partnerName} step={<Stepper {...stepper(draft, "photos")} />}>
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
                  address={`${start}/photos/${kind}`}
                  photoId={photo?.id ?? null}
                  problem={failed.kind === kind ? problemWords(failed.problem) : undefined}
                  largest={{ bytes: PHOTO_BYTES_MAX, refusal: PHOTO_PROBLEMS.too_large }}
                  removeAction={removeAction.bind(null, token)}
                />
              </li>
            );
          })}
        </ul>
        {missing.length === 0 ? (
          <ButtonLink href={`${start}/review`} variant="primary" size="lg" className="max-sm:w-full sm:self-start">
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
