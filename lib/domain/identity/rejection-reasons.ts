/** Why a check was not accepted. A custodian chooses one; the last four come from the check itself. */
export const REJECTION_REASONS = [
  "document_unreadable",
  "person_not_visible",
  "details_differ",
  "face_differs",
  "document_expired",
  "document_not_accepted",
  "suspected_forgery",
  "under_age",
  "other",
  "check_canceled",
  "check_abandoned",
] as const;
export type RejectionReason = (typeof REJECTION_REASONS)[number];

/** What a custodian may choose, in the order of the list. */
export const CUSTODIAN_REASONS = REJECTION_REASONS.slice(0, 9);

type Wording = {
  /** For the custodian. */
  label: string;
  /** For the creator: what happened. */
  happened: string;
  /** For the creator: what to do about it. */
  remedy: string;
};

export const rejectionWordings: Record<RejectionReason, Wording> = {
  document_unreadable: {
    label: "Document cannot be read",
    happened: "We could not read your document on the photo.",
    remedy: "Take the photo again in daylight, with the whole document in the picture and no glare on it.",
  },
  person_not_visible: {
    label: "Face cannot be seen",
    happened: "We could not see your face clearly on the photo of you.",
    remedy: "Take it again facing the camera, in even light, without sunglasses, a hat or a filter.",
  },
  details_differ: {
    label: "Details differ from the document",
    happened: "What you entered is not what your document says.",
    remedy: "Enter your name, date of birth and document number exactly as they are printed.",
  },
  face_differs: {
    label: "Face differs from the document",
    happened: "We could not match the photo of you with the one in your document.",
    remedy: "Use your own document, and take a new photo of yourself in good light.",
  },
  document_expired: {
    label: "Document has expired",
    happened: "Your document is past its expiry date.",
    remedy: "Use a document that is still valid.",
  },
  document_not_accepted: {
    label: "Document is not accepted",
    happened: "We cannot take this kind of document.",
    remedy: "Use a passport, driving licence, ID card or residence permit issued by a government, with a photo.",
  },
  suspected_forgery: {
    label: "Document seems altered",
    happened: "We could not confirm that the document is genuine.",
    remedy: "Photograph the original document itself: not a copy, a screen or an edited picture.",
  },
  under_age: {
    label: "Younger than 18",
    happened: "Your document says that you are younger than 18.",
    remedy: "You can come back when you are 18. The law leaves us no choice here.",
  },
  other: {
    label: "Another reason",
    happened: "We could not confirm your identity.",
    remedy: "See the note below, and try again.",
  },
  check_canceled: {
    label: "Canceled at the verification service",
    happened: "The check was canceled before it was finished.",
    remedy: "Start again when you are ready.",
  },
  check_abandoned: {
    label: "Abandoned at the verification service",
    happened: "The check was not finished.",
    remedy: "Start again when you are ready. It takes about three minutes.",
  },
};

export const isRejectionReason = (text: string): text is RejectionReason =>
  REJECTION_REASONS.some((reason) => reason === text);

/** The words for a reason as it stands in the database; one that is not known reads as "other". */
export const rejectionWording = (reason: string | null): Wording =>
  rejectionWordings[reason !== null && isRejectionReason(reason) ? reason : "other"];
