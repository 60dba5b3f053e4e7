import { z } from "zod";
import { isPlainTitle } from "@/lib/domain/scenes";
import { SERVICE_NAME } from "@/lib/platform/brand";
import { defineMail } from "@/lib/platform/mail/template";
import { REMINDED_DAYS } from "./states";

const day = new Intl.DateTimeFormat("en-US", { dateStyle: "long", timeZone: "UTC" });

/** A production as a mail names it: another person may have written the title, so it appears only if it can't carry a message. */
export const productionName = (title: string): string => (isPlainTitle(title) ? `“${title}”` : "a production");

const WHY_PRODUCER = `You get this because you are the producer. ${SERVICE_NAME} keeps the records of your production.`;

/**
 * Reminds a producer that a certificate ends. `isSealed` is false for a certificate from an earlier system, which a sealed package
 * replaces.
 */
export const certificateEndsMail = defineMail(
  "certificate_ends",
  z.object({ url: z.url(), title: z.string(), expiresAt: z.iso.datetime(), isSealed: z.boolean() }),
  ({ url, title, expiresAt, isSealed }) => {
    const name = productionName(title);
    const until = day.format(new Date(expiresAt));
    return {
      subject: `Renew the certificate of ${name} by ${until}`,
      preview: `It ends on ${until}.`,
      heading: "A certificate ends soon",
      body: (
        <>
          <p>
            The certificate of {name} ends on <strong>{until}</strong> (UTC). Platforms that verify it then see that it
            expired.
          </p>
          {isSealed ? (
            <p>To renew it, read one statement and confirm it. Nothing is sealed again, and the content stays up.</p>
          ) : (
            <p>It comes from an earlier system. Seal the production’s records here, and you get a new one.</p>
          )}
        </>
      ),
      action: { label: isSealed ? "Renew the certificate" : "Open the production", url },
      why: WHY_PRODUCER,
      stop: `We remind you ${REMINDED_DAYS.join(", ").replace(/, (\d+)$/, " and $1")} days before the end, until you renew it.`,
    };
  },
);

/** Tells the producer, or a linked partner's owners and admins, that a certificate was revoked. Never why. */
export const certificateRevokedMail = defineMail(
  "certificate_revoked",
  z.object({
    url: z.url(),
    title: z.string(),
    /** Null for the producer. */
    partnerName: z.string().nullable(),
  }),
  ({ url, title, partnerName }) => ({
    subject: `The certificate of ${productionName(title)} was revoked`,
    preview: partnerName ? "Take the production down." : "That is final.",
    heading: "A certificate was revoked",
    body: (
      <>
        <p>
          Our custodian revoked the certificate of {productionName(title)}. That is final: the production gets no other
          certificate.
        </p>
        {partnerName ? (
          <p>
            <strong>Take the production down.</strong> All its certificates are in the revocation list, and checks of
            them fail.
          </p>
        ) : (
          <p>We told the platforms that you linked. They must take the production down. We still keep its records.</p>
        )}
      </>
    ),
    action: { label: "Open the production", url },
    why: partnerName ? `You get this as an owner or admin of ${partnerName}.` : WHY_PRODUCER,
    stop: "We send one email when a certificate is revoked, and no reminders.",
  }),
);
