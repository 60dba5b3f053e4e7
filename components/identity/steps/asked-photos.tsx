import { CustodianNote, Heading } from "@/components/acts/parts";
import { Callout } from "@/components/ui/callout";
import { Time } from "@/components/ui/time";
import { type DocumentType, type PhotoKind, photosInSentence } from "@/lib/domain/identity/documents";
import { answerBy, faultWordings, type PhotoFault } from "@/lib/domain/identity/rejection-reasons";

export type AskedCheck = {
  photosAsked: readonly PhotoKind[];
  photosAskedAt: Date | null;
  photosProblem: PhotoFault | null;
  photosNote: string | null;
  documentType: DocumentType | null;
};

/** Which better photos a person is asked for, until when, and what was wrong with the last ones. */
export function AskedPhotos({ check }: { check: AskedCheck }) {
  const { photosAsked, photosAskedAt, photosProblem, photosNote, documentType } = check;
  const { happened, remedy } = faultWordings[photosProblem ?? "other"];
  return (
    <>
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
    </>
  );
}
