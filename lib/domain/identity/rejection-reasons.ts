/** Why a check was rejected. Custodians can choose all but the last two, which the verification service reports. */
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

/** The reasons a custodian can choose, in the order of the list. */
export const CUSTODIAN_REASONS = REJECTION_REASONS.slice(0, 9);

type Wording = {
  /** For the custodian. */
  label: string;
  /** For the person: what happened. */
  happened: string;
  /** For the person: what to do about it. */
  remedy: string;
};

export const rejectionWordings: Record<RejectionReason, Wording> = {
  document_unreadable: {
    label: "Document unreadable",
    happened: "We couldn’t read your document in the photo.",
    remedy: "Take the photo again in daylight. Show the whole document, without glare.",
  },
  person_not_visible: {
    label: "Face not visible",
    happened: "We couldn’t see your face clearly in your photo.",
    remedy: "Take it again facing the camera, in even light, without sunglasses, a hat or a filter.",
  },
  details_differ: {
    label: "Details don’t match",
    happened: "The details you entered don’t match your document.",
    remedy: "Enter your name, date of birth and document number exactly as printed.",
  },
  face_differs: {
    label: "Face doesn’t match",
    happened: "We couldn’t match your photo with the one in your document.",
    remedy: "Use your own document, and take a new photo of yourself in good light.",
  },
  document_expired: {
    label: "Document expired",
    happened: "Your document has expired.",
    remedy: "Use a valid document.",
  },
  document_not_accepted: {
    label: "Document not accepted",
    happened: "We don’t accept this type of document.",
    remedy: "Use a government-issued passport, driver’s license, ID card or residence permit with a photo.",
  },
  suspected_forgery: {
    label: "Document may be altered",
    happened: "We couldn’t confirm that the document is genuine.",
    remedy: "Photograph the original document, not a copy, a screen or an edited picture.",
  },
  under_age: {
    label: "Under 18",
    happened: "Your document shows that you are younger than 18.",
    remedy: "You can come back when you are 18. The law allows no exceptions.",
  },
  other: {
    label: "Other",
    happened: "We couldn’t confirm your identity.",
    remedy: "Read the note below, then try again.",
  },
  check_canceled: {
    label: "Check canceled",
    happened: "The check was canceled before it was complete.",
    remedy: "Start again when you are ready.",
  },
  check_abandoned: {
    label: "Check abandoned",
    happened: "You didn’t finish the check.",
    remedy: "Start again when you are ready. It takes about three minutes.",
  },
};

export const isRejectionReason = (text: string): text is RejectionReason =>
  REJECTION_REASONS.some((reason) => reason === text);

/** The wording of a stored reason. An unknown reason reads as "other". */
export const rejectionWording = (reason: string | null): Wording =>
  rejectionWordings[reason !== null && isRejectionReason(reason) ? reason : "other"];
