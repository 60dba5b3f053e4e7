import { DAY_MS } from "@/lib/platform/duration";
import { type DocumentType, type PhotoKind, photosInSentence } from "./documents";

/**
 * Why a check was rejected. Custodians can choose all but the last two, which the verification service reports. A request for better
 * photos that isn't answered is abandoned, too.
 */
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
    remedy: "Enter your name, date of birth and document exactly as printed, and take new photos.",
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

/** Rejections of the document: the person enters its data again. */
const DOCUMENT_REASONS: readonly string[] = [
  "details_differ",
  "document_expired",
  "document_not_accepted",
  "suspected_forgery",
] satisfies RejectionReason[];

/** Whether the document's data isn't kept for the next try. */
export const isOfDocument = (reason: string | null): boolean => DOCUMENT_REASONS.includes(reason ?? "");

/** What a person keeps, and does again, when they retry after a rejection. */
export const againText = (reason: string | null): string =>
  isOfDocument(reason)
    ? "We saved your name and date of birth. Check them, then add your document again, with new photos."
    : "We saved your details. Check them, and take new photos.";

/** How long a person has to send a better photo. As long as a performer has to sign. */
export const PHOTO_REQUEST_DAYS = 14;

/** Until when a person can send the better photos that they were asked for. */
export const answerBy = (askedAt: Date): Date => new Date(askedAt.getTime() + PHOTO_REQUEST_DAYS * DAY_MS);

/** What is wrong with a photo that a custodian asks to be taken again. */
export const PHOTO_FAULTS = ["blurred", "glare", "dark", "cut_off", "covered", "other"] as const;
export type PhotoFault = (typeof PHOTO_FAULTS)[number];

/** Neither list has a reason of the other, except "other". */
export const isPhotoFault = (text: string): text is PhotoFault => PHOTO_FAULTS.some((fault) => fault === text);

export const faultWordings: Record<PhotoFault, Wording> = {
  blurred: {
    label: "Blurred",
    happened: "The photo is blurred.",
    remedy: "Hold the phone still, and wait until the picture is sharp.",
  },
  glare: {
    label: "Glare",
    happened: "Glare hides part of the photo.",
    remedy: "Turn off the flash and tilt the document a little.",
  },
  dark: { label: "Too dark", happened: "The photo is too dark.", remedy: "Take it again in daylight." },
  cut_off: {
    label: "Cut off",
    happened: "Part of the picture is cut off.",
    remedy: "Show all four edges of the document, or your whole face.",
  },
  covered: {
    label: "Covered",
    happened: "Something covers part of the picture.",
    remedy: "Keep your fingers off the document, and take off sunglasses and hats.",
  },
  other: { label: "Other", happened: "We need a better photo.", remedy: "Read the note below." },
};

/** What a mail to the person says, paragraph by paragraph, and what a custodian reads before sending it. */
export type Letter = { subject: string; before: string[]; note: string | null; after: string[] };

type Rejected = { reason: RejectionReason; note: string | null; partnerName: string | null };

/** The mail about a rejected check. `again`: they can try again, and `reviewTime` says when we will have looked. */
export function rejectionLetter({
  reason,
  note,
  partnerName,
  again,
  reviewTime = "",
}: Rejected & { again: boolean; reviewTime?: string }): Letter {
  const { happened, remedy } = rejectionWordings[reason];
  return {
    subject: again ? "Please send your ID again" : "We couldn’t verify your ID",
    before: [`${happened} ${remedy}`],
    note,
    after: [...(again ? [`${againText(reason)} ${reviewTime}`.trim()] : []), ...untold(partnerName)],
  };
}

type AskedPhotos = {
  photos: readonly PhotoKind[];
  documentType: DocumentType | null;
  reason: PhotoFault;
  note: string | null;
  partnerName: string | null;
};

/** The mail that asks for better photos. */
export function photosLetter({ photos, documentType, reason, note, partnerName }: AskedPhotos): Letter {
  const { happened, remedy } = faultWordings[reason];
  return {
    subject: "Please send a better photo",
    before: [`We need ${photosInSentence(photos, documentType)} again. ${happened} ${remedy}`],
    note,
    after: [
      `Everything else you sent stays as it is. Send it within ${PHOTO_REQUEST_DAYS} days. After that, we close this check and you start again.`,
      ...untold(partnerName),
    ],
  };
}

const untold = (partnerName: string | null): string[] => (partnerName ? [`We don’t tell ${partnerName}.`] : []);

export const isRejectionReason = (text: string): text is RejectionReason =>
  REJECTION_REASONS.some((reason) => reason === text);

/** The wording of a stored reason. An unknown reason reads as "other". */
export const rejectionWording = (reason: string | null): Wording =>
  rejectionWordings[reason !== null && isRejectionReason(reason) ? reason : "other"];
