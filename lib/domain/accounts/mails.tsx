import { z } from "zod";
import { SERVICE_NAME } from "@/lib/platform/brand";
import { defineMail } from "@/lib/platform/mail/template";

const props = z.object({
  url: z.url(),
  partnerName: z.string(),
  /** As the platform sent it. Used in the greeting only if it looks like a name. */
  firstName: z.string().nullable(),
  /** The monthly price, such as $19.99; null if the platform pays. */
  price: z.string().nullable().default(null),
});

// The platform chooses the name and the address, so a name must not smuggle in a link or a message.
function greeting(firstName: string | null): string {
  return firstName && /^[\p{L}\p{M}\p{Join_C}][\p{L}\p{M}\p{Join_C}'’ -]{0,39}$/u.test(firstName)
    ? `Hello ${firstName},`
    : "Hello,";
}

const THE_LAW =
  "United States law (18 U.S.C. § 2257) requires records proving that everyone who appears in sexually explicit material is an adult.";

/** Asks a creator new to the service to verify their ID. */
export const onboardingInvitationMail = defineMail(
  "onboarding_invitation",
  props,
  ({ url, partnerName, firstName, price }) => ({
    subject: `${partnerName} asks you to verify your ID`,
    preview: "You need one document and about three minutes.",
    heading: `Verify your ID for ${partnerName}`,
    body: (
      <>
        <p>{greeting(firstName)}</p>
        <p>
          <strong>{partnerName}</strong> wants to publish your content and has asked {SERVICE_NAME} to check your ID and
          keep the record. {THE_LAW}
        </p>
        <p>
          <strong>What you need:</strong> a passport, driver’s license, residence permit or identity card, a phone or
          computer with a camera, and about three minutes.
        </p>
        {price && (
          <p>
            <strong>What it costs:</strong> {price} a month by card, unless you pay for a subscription here already. You
            see it again before anything is charged, and can cancel any time.
          </p>
        )}
        <p>
          <strong>Who sees your ID:</strong> our custodians of records, and inspectors where the law requires it.{" "}
          {partnerName} learns only whether you are verified: never your legal name, your date of birth or your
          document.
        </p>
        <p>The button works for 7 days. After that, the page can send you a new one.</p>
      </>
    ),
    action: { label: "Verify my ID", url },
    why: `You get this because ${partnerName} gave us this address for one of its creators.`,
    stop: "If that isn’t you, ignore this email. We send it once, and again only if you request it.",
  }),
);

/** Asks a person the service knows whether to link them to a platform. */
export const linkApprovalMail = defineMail("link_approval", props, ({ url, partnerName, firstName }) => ({
  subject: `May ${partnerName} know whether you are verified?`,
  preview: "Nothing is shared until you approve.",
  heading: `${partnerName} asks to be linked to you`,
  body: (
    <>
      <p>{greeting(firstName)}</p>
      <p>
        <strong>{partnerName}</strong> has named you as one of its creators. You are already known to {SERVICE_NAME}, so
        we ask you first. {THE_LAW}
      </p>
      <p>
        <strong>If you approve,</strong> {partnerName} learns whether your ID is verified. It doesn’t learn since when.
        We keep the records of what you publish there. You don’t need to show your ID again.
      </p>
      <p>
        <strong>What it never gets:</strong> your legal name, your date of birth, your document, or which other
        platforms you use. If you decline or do nothing, it learns none of this. If it tries to log content of yours
        here, we refuse it because you did not agree.
      </p>
      <p>
        The button opens a page where you approve, decline, or say that this is not you. Opening the page doesn’t
        approve anything. The button works for 7 days.
      </p>
    </>
  ),
  action: { label: "Read and decide", url },
  why: `You get this because ${partnerName} gave us this address for one of its creators.`,
  stop: `Decline on that page and we never email you about ${partnerName} again. We send at most one such email a day.`,
}));
