import { z } from "zod";
import { productionName } from "@/lib/domain/productions/certificates";
import { SERVICE_NAME } from "@/lib/platform/brand";
import { defineMail } from "@/lib/platform/mail/template";

const WHY = `You get this because you are the producer. ${SERVICE_NAME} keeps the records of your productions.`;

/** Tells a producer that a partner registered a production for them. */
export const productionRegisteredMail = defineMail(
  "production_registered",
  z.object({ url: z.url(), title: z.string(), partnerName: z.string() }),
  ({ url, title, partnerName }) => ({
    subject: `${partnerName} registered ${productionName(title)} for you`,
    preview: "Document it, and seal its records.",
    heading: "A new production",
    body: (
      <>
        <p>
          <strong>{partnerName}</strong> registered {productionName(title)} for you and waits for its certificate.
        </p>
        <p>Complete the checklist, then seal the records. We send {partnerName} the certificate.</p>
      </>
    ),
    action: { label: "Open the production", url },
    why: WHY,
    stop: "We send one email for each production that a platform registers for you.",
  }),
);

/** Tells a producer that the last performer of a production was verified. `isComplete`: whether they can seal the records. */
export const performersVerifiedMail = defineMail(
  "performers_verified",
  z.object({ url: z.url(), title: z.string(), isComplete: z.boolean() }),
  ({ url, title, isComplete }) => ({
    subject: `All performers of ${productionName(title)} are verified`,
    preview: isComplete ? "You can seal the records." : "Complete the checklist, then seal the records.",
    heading: "All performers are verified",
    body: (
      <p>
        Every performer of {productionName(title)} signed the release, and their IDs are verified.{" "}
        {isComplete
          ? "Nothing else is missing: read the statement and seal the records."
          : "Complete the rest of the checklist, then seal the records."}
      </p>
    ),
    action: { label: "Open the production", url },
    why: WHY,
    stop: "We send this when the last performer of a verification job is verified.",
  }),
);
