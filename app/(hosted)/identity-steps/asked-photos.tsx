import { ActForm } from "@/components/acts/act-form";
import { AskedPhotos } from "@/components/identity/steps/asked-photos";
import { PhotoSlot } from "@/components/identity/steps/photo-slot";
import { HostedShell } from "@/components/shell/site";
import { LargeSubmit } from "@/components/ui/form";
import { isAnswered, isReadAgain } from "@/lib/domain/identity";
import { PHOTO_BYTES_MAX, PHOTO_PROBLEMS } from "@/lib/platform/photos";
import { sendAskedAction } from "./actions";
import type { OpenDraft } from "./host";
import { problemWords } from "./photo-route";
import type { Failed } from "./photo-slots";
import { DeclarationField, differences } from "./review-step";

/** The page of somebody whom a custodian asked for better photos: only those, and nothing to enter again. */
export async function drawAskedPhotos({ area, token, start, guest, check }: OpenDraft, failed: Failed) {
  const { photosAsked, documentType } = check;
  const isComplete = photosAsked.every((kind) => isAnswered(kind, check));
  return (
    <HostedShell partnerName={guest.partnerName}>
      <div className="flex flex-col gap-6">
        <AskedPhotos check={check} />
        <ul className="flex flex-col gap-4">
          {photosAsked.map((kind) => (
            <li key={kind} id={kind}>
              <PhotoSlot
                kind={kind}
                documentType={documentType}
                address={`${start}/photos/${kind}`}
                photoId={
                  isAnswered(kind, check) ? (check.photos.find((photo) => photo.kind === kind)?.id ?? null) : null
                }
                problem={failed.kind === kind ? problemWords(failed.problem) : undefined}
                largest={{ bytes: PHOTO_BYTES_MAX, refusal: PHOTO_PROBLEMS.too_large }}
              />
            </li>
          ))}
        </ul>
        {isComplete ? (
          <ActForm action={sendAskedAction.bind(null, area, token)} className="flex flex-col gap-6">
            {isReadAgain(check) ? await differences(check, null) : null}
            <DeclarationField />
            <LargeSubmit>Send</LargeSubmit>
          </ActForm>
        ) : null}
        <p className="text-muted text-sm">We don’t tell {guest.partnerName}.</p>
      </div>
    </HostedShell>
  );
}
