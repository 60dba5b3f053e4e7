import { z } from "zod";
import { SERVICE_NAME } from "@/lib/platform/brand";
import { defineMail } from "@/lib/platform/mail/template";

/** Invites a producer, with the same words whether or not the person is one already. */
export const producerInvitationMail = defineMail(
  "producer_invitation",
  z.object({
    url: z.url(),
    /** Null if the service itself invites. */
    by: z.object({ partnerName: z.string(), inviter: z.string() }).nullable(),
    expiresAt: z.iso.datetime(),
    isCustodian: z.boolean(),
  }),
  ({ url, by, expiresAt, isCustodian }) => ({
    subject: `${by?.partnerName ?? SERVICE_NAME} invites you as a producer`,
    preview: "Document your productions once, and prove it to every platform.",
    heading: by ? `Work with ${by.partnerName}` : "Become a producer",
    body: (
      <>
        <p>
          {by ? (
            <>
              {by.inviter} of <strong>{by.partnerName}</strong> invites you to keep the records of your productions with{" "}
              {SERVICE_NAME}.
            </>
          ) : (
            <>We invite you to keep the records of your productions with {SERVICE_NAME}.</>
          )}
        </p>
        <p>
          You document who is in a production, we seal the records that 18 U.S.C. § 2257 requires, and you get a
          certificate that every platform can check.
        </p>
        {isCustodian ? (
          <p>
            You are one of our custodians of records. If you accept, you can’t open or decide anything involving a
            production of yours.
          </p>
        ) : null}
        <p>The invitation is for this address only and expires on {expiresAt.slice(0, 10)}.</p>
      </>
    ),
    action: { label: "See the invitation", url },
    why: by
      ? `You get this because ${by.inviter} entered this address.`
      : "You get this because we invited this address.",
    stop: "If you don’t want to join, do nothing. We send no reminders.",
  }),
);
