import { type DocumentType, type PhotoKind, photosNeeded } from "./documents";

/** The parts of a check, in the order in which they are asked for. */
export type CheckPart = "details" | "document" | "photos";

type Draft = {
  legalName: string | null;
  birthDate: Date | null;
  documentType: DocumentType | null;
  documentNumber?: unknown;
  photos: readonly { kind: PhotoKind }[];
};

/** The photos that a draft still lacks. */
export function missingPhotos(draft: Pick<Draft, "documentType" | "photos">): PhotoKind[] {
  const there = new Set(draft.photos.map((photo) => photo.kind));
  return photosNeeded(draft.documentType).filter((kind) => !there.has(kind));
}

/** What a draft of a custodian's review still lacks, in order; empty when it can be sent. */
export function missingParts(draft: Draft): CheckPart[] {
  const parts: CheckPart[] = [];
  if (!draft.legalName || !draft.birthDate) parts.push("details");
  if (!draft.documentType || !draft.documentNumber) parts.push("document");
  if (missingPhotos(draft).length > 0) parts.push("photos");
  return parts;
}
