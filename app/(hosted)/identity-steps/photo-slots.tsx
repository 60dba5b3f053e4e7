import { CircleAlert } from "lucide-react";
import { PhotoSlot } from "@/components/identity/steps/photo-slot";
import { missingPhotos } from "@/lib/domain/identity";
import { type DocumentType, type PhotoKind, photosNeeded, photoTitle } from "@/lib/domain/identity/documents";
import { PHOTO_BYTES_MAX, PHOTO_PROBLEMS } from "@/lib/platform/photos";
import { problemWords } from "./photo-route";

/** The photo whose upload failed, and why, from the upload's redirect. */
export type Failed = { kind?: string | string[]; problem?: string | string[] };

type PhotoSlotsProps = {
  documentType: DocumentType;
  photos: readonly { kind: PhotoKind; id: string; isElsewhere?: boolean }[];
  /** The pages under which the photos are posted and read. */
  start: string;
  failed: Failed;
  removeAction: (form: FormData) => Promise<void>;
};

/** The photos that a check needs, each to take, see and replace, and what is missing. */
export function PhotoSlots({ documentType, photos, start, failed, removeAction }: PhotoSlotsProps) {
  const missing = missingPhotos({ documentType, photos });
  return (
    <>
      <ul className="flex flex-col gap-4">
        {photosNeeded(documentType).map((kind) => {
          const photo = photos.find((one) => one.kind === kind);
          return (
            <li key={kind} id={kind}>
              <PhotoSlot
                kind={kind}
                documentType={documentType}
                address={`${start}/photos/${kind}`}
                photoId={photo?.id ?? null}
                isElsewhere={photo?.isElsewhere}
                problem={failed.kind === kind ? problemWords(failed.problem) : undefined}
                largest={{ bytes: PHOTO_BYTES_MAX, refusal: PHOTO_PROBLEMS.too_large }}
                removeAction={removeAction}
              />
            </li>
          );
        })}
      </ul>
      {missing.length > 0 ? (
        <p className="flex items-start gap-2 text-muted" role="status">
          <CircleAlert className="mt-1 size-4 shrink-0" aria-hidden />
          Still missing: {missing.map((kind) => named(kind, documentType)).join(", ")}.
        </p>
      ) : null}
    </>
  );
}

/** A photo within a sentence. */
const named = (kind: PhotoKind, documentType: DocumentType): string =>
  kind === "person" ? "a photo of you" : photoTitle(kind, documentType).toLowerCase();
