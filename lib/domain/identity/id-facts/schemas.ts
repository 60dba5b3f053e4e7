/** Documents that prove a name, a face and a birth date. */
export const DOCUMENT_TYPES = ["passport", "driving_licence", "id_card", "residence_permit"] as const;
export type DocumentType = (typeof DOCUMENT_TYPES)[number];
