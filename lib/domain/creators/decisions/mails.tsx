import { z } from "zod";
import {
  DOCUMENT_TYPES,
  faultWordings,
  type Letter,
  PHOTO_FAULTS,
  PHOTO_KINDS,
  photosLetter,
  REJECTION_REASONS,
  rejectionLetter,
  rejectionWordings,
  reviewTimeText,
} from "@/lib/domain/identity";
import { SERVICE_NAME } from "@/lib/platform/brand";
import { defineMail } from "@/lib/platform/mail/template";

const WHY = `You get this because you sent your ID to ${SERVICE_NAME} to be verified.`;
const STOP = "We send one email for each ID you submit.";

/** Tells a person that their ID is verified. Contains no personal data. */
export const identityApprovedMail = defineMail(
  "identity_approved",
  z.object({
    partnerName: z.string().nullable(),
    /** The platform's page, or the step that is left. */
    continueUrl: z.string().nullable(),
    /** The person has to subscribe and hasn't yet. */
    unpaid: z.boolean().optional(),
    /** For a scene's performer: whether they still have to sign or refuse. */
    scene: z.enum(["undecided", "decided"]).optional(),
  }),
  ({ partnerName, continueUrl, unpaid, scene }) => ({
    subject: unpaid || scene === "undecided" ? "Your ID is verified. One step is left" : "Your ID is verified",
    preview: unpaid
      ? "Subscribe to start uploading."
      : scene === "undecided"
        ? "Sign or refuse the release."
        : "Your ID check is complete.",
    heading: "Your ID is verified",
    body: (
      <>
        <p>We verified your ID. You won’t need to do this again for other platforms that use {SERVICE_NAME}.</p>
        {unpaid ? (
          <p>
            <strong>Next step:</strong> subscribe. Then you can upload
            {partnerName ? ` to ${partnerName}` : ""}.
          </p>
        ) : null}
        {scene === "undecided" ? (
          <p>
            <strong>Next step:</strong> read the release for the scene{partnerName ? ` at ${partnerName}` : ""}, then
            sign or refuse it.
          </p>
        ) : null}
        <p>
          No platform gets your name, date of birth or photos. We keep them encrypted as long as the law requires, and
          we record every view.
        </p>
      </>
    ),
    ...(continueUrl
      ? {
          action: {
            label: labelOf({ partnerName, unpaid, scene }),
            url: continueUrl,
          },
        }
      : {}),
    why: WHY,
    stop: STOP,
  }),
);

type Next = { partnerName: string | null; unpaid?: boolean | undefined; scene?: "undecided" | "decided" | undefined };

function labelOf({ partnerName, unpaid, scene }: Next): string {
  if (scene) return scene === "undecided" ? "Read the release" : "Open the scene";
  if (unpaid) return "Subscribe";
  return partnerName ? `Continue to ${partnerName}` : "Continue";
}

/** Tells a person why their ID was rejected, and how to try again. */
export const identityRejectedMail = defineMail(
  "identity_rejected",
  z.object({
    reason: z.enum(REJECTION_REASONS),
    note: z.string().nullable(),
    partnerName: z.string().nullable(),
    url: z.string().nullable(),
    reviewMs: z.number().nullable().optional(),
  }),
  ({ url, reviewMs, ...rejected }) => {
    const again = rejected.reason !== "under_age" && url !== null;
    return {
      ...written(rejectionLetter({ ...rejected, again, reviewTime: reviewTimeText(reviewMs) })),
      preview: rejectionWordings[rejected.reason].happened,
      ...(again ? { action: { label: "Try again", url } } : {}),
      why: WHY,
      stop: STOP,
    };
  },
);

const written = ({ subject, before, note, after }: Letter) => ({
  subject,
  heading: subject,
  body: (
    <>
      <Paragraphs texts={before} />
      {note ? (
        <>
          <p>Note from the custodian:</p>
          <blockquote>{note}</blockquote>
        </>
      ) : null}
      <Paragraphs texts={after} />
    </>
  ),
});

const Paragraphs = ({ texts }: { texts: readonly string[] }) => texts.map((text) => <p key={text}>{text}</p>);

/** Asks a person for a better photo, without a rejection. Says what is wrong, and contains no personal data. */
export const photosAskedMail = defineMail(
  "photos_asked",
  z.object({
    photos: z.array(z.enum(PHOTO_KINDS)),
    documentType: z.enum(DOCUMENT_TYPES).nullable(),
    reason: z.enum(PHOTO_FAULTS),
    note: z.string().nullable(),
    partnerName: z.string().nullable(),
    url: z.string().nullable(),
  }),
  ({ url, ...asked }) => ({
    ...written(photosLetter(asked)),
    preview: faultWordings[asked.reason].happened,
    ...(url ? { action: { label: "Send the photo", url } } : {}),
    why: WHY,
    stop: "We send one email each time we need another photo.",
  }),
);
