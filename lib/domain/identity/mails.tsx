import { z } from "zod";
import { SERVICE_NAME } from "@/lib/platform/brand";
import { defineMail } from "@/lib/platform/mail/template";
import { REJECTION_REASONS, rejectionWordings } from "./rejection-reasons";

const WHY = `You get this because you sent your ID to ${SERVICE_NAME} to be verified.`;
const STOP = "Nothing to stop: there is one such mail for each ID you send.";

/** Tells a person that their ID is verified. Names nobody. */
export const identityApprovedMail = defineMail(
  "identity_approved",
  z.object({
    partnerName: z.string().nullable(),
    /** Back to the platform, or to the step that is left. */
    continueUrl: z.string().nullable(),
    /** The person pays for themselves there, and does not yet. */
    unpaid: z.boolean().optional(),
  }),
  ({ partnerName, continueUrl, unpaid }) => ({
    subject: unpaid ? "Your ID is verified. One step is left" : "Your ID is verified",
    preview: unpaid ? "Your subscription, and you can upload." : "Nothing more to do for the check.",
    heading: "Your ID is verified",
    body: (
      <>
        <p>
          We checked what you sent, and it is in order. You will not be asked to do this again for other platforms that
          use {SERVICE_NAME}.
        </p>
        {unpaid ? (
          <p>
            <strong>What is left:</strong> your subscription. As soon as it is paid, you can upload
            {partnerName ? ` to ${partnerName}` : ""}.
          </p>
        ) : null}
        <p>
          No platform gets your name, your date of birth or your photos. They are kept sealed, for as long as the law
          asks us to, and each look at them is recorded.
        </p>
      </>
    ),
    ...(continueUrl
      ? {
          action: {
            label: unpaid ? "Go to my subscription" : partnerName ? `Continue to ${partnerName}` : "Continue",
            url: continueUrl,
          },
        }
      : {}),
    why: WHY,
    stop: STOP,
  }),
);

/** Tells a person why their ID could not be verified, and where to try again. */
export const identityRejectedMail = defineMail(
  "identity_rejected",
  z.object({
    reason: z.enum(REJECTION_REASONS),
    note: z.string().nullable(),
    partnerName: z.string().nullable(),
    url: z.string().nullable(),
  }),
  ({ reason, note, partnerName, url }) => {
    const { happened, remedy } = rejectionWordings[reason];
    const again = reason !== "under_age" && url !== null;
    return {
      subject: again ? "We need another look at your ID" : "We could not verify your ID",
      preview: happened,
      heading: again ? "We need another look at your ID" : "We could not verify your ID",
      body: (
        <>
          <p>
            {happened} {remedy}
          </p>
          {note ? (
            <>
              <p>The custodian who looked at it wrote:</p>
              <blockquote>{note}</blockquote>
            </>
          ) : null}
          {again ? <p>What you entered is kept, so it is quicker this time.</p> : null}
          {partnerName ? <p>{partnerName} does not learn of this.</p> : null}
        </>
      ),
      ...(again ? { action: { label: "See what to change", url } } : {}),
      why: WHY,
      stop: STOP,
    };
  },
);
