import { ActForm } from "@/components/acts/act-form";
import { CustodianNote, Heading } from "@/components/acts/parts";
import { PhotoSlot } from "@/components/identity/steps/photo-slot";
import { HostedShell } from "@/components/shell/site";
import { Callout } from "@/components/ui/callout";
import { LargeSubmit } from "@/components/ui/form";
import { Time } from "@/components/ui/time";
import { isAnswered, isReadAgain } from "@/lib/domain/identity";
import { photosInSentence } from "@/lib/domain/identity/documents";
import { answerBy, faultWordings } from "@/lib/domain/identity/rejection-reasons";
import { PHOTO_BYTES_MAX, PHOTO_PROBLEMS } from "@/lib/platform/photos";
import { sendAskedAction } from "./actions";
import type { OpenDraft } from "./host";
import { problemWords } from "./photo-route";
import type { Failed } from "./photo-slots";
import { DeclarationField, differences } from "./review-step";

/** The page of somebody whom a custodian asked for better photos: only those, and nothing to enter again. */
export async function drawAskedPhotos({ area, token, start, guest, check }: OpenDraft, failed: Failed) {
  const { photosAsked, photosAskedAt, photosProblem, photosNote, documentType } = check;
  const { happened, remedy } = faultWordings[photosProblem ?? "other"];
  const isComplete = photosAsked.every((kind) => isAnswered(kind, check));
  return (
    <HostedShell partnerName={guest.partnerName}>
      <div className="flex flex-col gap-6">
        <Heading title="Please send a better photo">
          We need {photosInSentence(photosAsked, documentType)} again
          {photosAskedAt ? (
            <>
              {" "}
              by <Time at={answerBy(photosAskedAt)} as="date" />
            </>
          ) : null}
          . Everything else you sent stays as it is.
        </Heading>
        <Callout tone="waiting" title={happened}>
          {remedy}
        </Callout>
        <CustodianNote note={photosNote} />
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
