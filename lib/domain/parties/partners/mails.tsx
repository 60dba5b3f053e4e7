import { z } from "zod";
import { SERVICE_NAME } from "@/lib/platform/brand";
import { defineMail } from "@/lib/platform/mail/template";

/** Invites a person to a partner's team. */
export const invitationMail = defineMail(
  "partner_invitation",
  z.object({
    url: z.url(),
    partnerName: z.string(),
    inviter: z.string(),
    role: z.string(),
    may: z.string(),
    expiresAt: z.iso.datetime(),
    isCustodian: z.boolean(),
  }),
  ({ url, partnerName, inviter, role, may, expiresAt, isCustodian }) => ({
    subject: `${partnerName} invites you to its ${SERVICE_NAME} team`,
    preview: `${inviter} invites you as ${role.toLowerCase()}.`,
    heading: `Join ${partnerName}`,
    body: (
      <>
        <p>
          {inviter} invites you to the team of <strong>{partnerName}</strong>, which keeps its compliance records with{" "}
          {SERVICE_NAME}.
        </p>
        <p>
          Your role would be <strong>{role}</strong>. {may}
        </p>
        {isCustodian ? (
          <p>
            You are one of our custodians of records. If you join, you can’t open or decide what concerns {partnerName},
            even after you leave.
          </p>
        ) : null}
        <p>The invitation is for this address only and expires on {expiresAt.slice(0, 10)}.</p>
      </>
    ),
    action: { label: "See the invitation", url },
    why: `You get this because ${inviter} entered this address.`,
    stop: "If you don’t want to join, do nothing. We send no reminders.",
  }),
);
