import type { DocumentType } from "@/lib/domain/identity/id-facts/schemas";
import { SERVICE_NAME } from "@/lib/platform/brand";

export { DOCUMENT_TYPES, type DocumentType } from "@/lib/domain/identity/id-facts/schemas";

export const documentLabels: Record<DocumentType, string> = {
  passport: "Passport",
  driving_licence: "Driver’s license",
  id_card: "ID card",
  residence_permit: "Residence permit",
};

export const PHOTO_KINDS = ["document_front", "document_back", "person"] as const;
export type PhotoKind = (typeof PHOTO_KINDS)[number];

export const photoLabels: Record<PhotoKind, string> = {
  document_front: "Front of the document",
  document_back: "Back of the document",
  person: "You",
};

/** A photo's title for its owner. Passports have no front and back. */
export function photoTitle(kind: PhotoKind, documentType: DocumentType | null): string {
  return documentType === "passport" && kind === "document_front"
    ? "Passport page with your picture"
    : photoLabels[kind];
}

/** The photos a check needs: one page of a passport, both sides of other documents, and the person. */
export const photosNeeded = (type: DocumentType | null): readonly PhotoKind[] =>
  type === "passport" ? ["document_front", "person"] : ["document_front", "document_back", "person"];

export const isPhotoKind = (text: string): text is PhotoKind => PHOTO_KINDS.some((kind) => kind === text);

/** What a person declares when sending an ID check, as 28 U.S.C. § 1746 requires. A change of any word is a new version. */
export const DECLARATION = {
  version: "declaration-2026-11-21",
  statement: `I declare under penalty of perjury under the laws of the United States of America that what I have entered here is true and correct, that I am at least 18 years old, and that the identity document and the photos I send to ${SERVICE_NAME} are genuine and show me.`,
  summary: "In short: this is really you, it is really your ID, and you are 18 or older.",
} as const;

/** The declaration byte for byte as it is attested. */
export const DECLARATION_TEXT = `${DECLARATION.statement}\n\n${DECLARATION.summary}`;
