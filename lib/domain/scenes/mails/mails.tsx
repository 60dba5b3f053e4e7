import { z } from "zod";
import { SERVICE_NAME } from "@/lib/platform/brand";
import { minuteText } from "@/lib/platform/date-text";
import { defineMail } from "@/lib/platform/mail/template";

const props = z.object({
  url: z.url(),
  partnerName: z.string(),
  /** As the platform sent it. Quoted only if it looks like a title. */
  title: z.string(),
  expiresAt: z.iso.datetime(),
  /** Of a verification job. */
  isJob: z.boolean(),
  /** As the producer of the job's production entered it. Named only if it looks like a name. */
  producerName: z.string().nullable(),
});

// The platform chooses title and address, so a title must not smuggle in a link or a message. A dot only at the end of a word,
// because mail programs turn "example.com" into a link.
const PLAIN_TITLE = /^[\p{L}\p{M}\p{Nd}](?:[\p{L}\p{M}\p{Nd} ,;!?'’&()–-]|\.(?= |$)){0,99}$/u;

// Nor a number to call or an address to type: seven digits without a letter between them, or a word of web addresses.
const PHONE = /\d(?:[^\p{L}\d]*\d){6}/u;
const ADDRESS = /(?<!\p{L})(?:www|https?|com|dot (?:net|org|io|co|me|tv))(?!\p{L})/u;

/** Whether a mail may quote a title that a platform chose: it can carry no link, number or address. */
export function isPlainTitle(title: string): boolean {
  // Full-width letters and the digits of other scripts read the same.
  const read = title
    .normalize("NFKC")
    .toLowerCase()
    .replace(/\p{Nd}/gu, "0");
  return PLAIN_TITLE.test(title) && !PHONE.test(read) && !ADDRESS.test(read);
}

/** The scene as a mail to a performer names it: the platform's title in quotation marks, or "a scene". */
export const sceneName = (title: string): string => (isPlainTitle(title) ? `“${title}”` : "a scene");

const whyOf = (partnerName: string): string =>
  `You get this because ${partnerName} gave us this address for one of the performers.`;
const theyDontLearn = (isJob: boolean): string =>
  isJob
    ? "your legal name, your date of birth or your document. It learns when you signed and when your ID was verified, or that you refused, but not why."
    : "your legal name, your date of birth, your document, or whether we knew you before. It learns only whether you agreed or refused, and the reason you choose if you refuse.";

/** “, a production by Northlight Films”. Nothing without a producer whose name a mail may show. */
const byProducer = (name: string | null): string => (name && isPlainTitle(name) ? `, a production by ${name}` : "");

/** Asks a performer whether they consent to a scene. The same for everyone, known to us or not. */
export const consentInvitationMail = defineMail(
  "consent_invitation",
  props,
  ({ url, partnerName, title, expiresAt, isJob, producerName }) => ({
    subject: `${partnerName} asks for your consent to ${sceneName(title)}`,
    preview: "Read the release, then sign or refuse.",
    heading: "Sign or refuse a release",
    body: (
      <>
        <p>Hello,</p>
        <p>
          <strong>{partnerName}</strong> says that you perform in <strong>{sceneName(title)}</strong>
          {byProducer(producerName)}. It may publish the scene only if everyone in it consents. {SERVICE_NAME} keeps the
          records that United States law requires (18 U.S.C. § 2257), and asks you directly.
        </p>
        <p>
          <strong>What it means:</strong> if you sign the release, {partnerName} may publish the scene once all
          performers have consented. If you refuse, it may not. If you don’t finish before{" "}
          {minuteText(new Date(expiresAt))}, it may not either.
        </p>
        <p>
          <strong>What you need:</strong> a few minutes. If we haven’t verified your ID before, also a passport,
          driver’s license, residence permit or identity card, and a camera.
        </p>
        <p>
          <strong>What {partnerName} never gets:</strong> {theyDontLearn(isJob)}
        </p>
        <p>
          <strong>Not you, or you don’t know about this?</strong> Open the same page and choose “That is not me”.
          Opening the page doesn’t sign anything.
        </p>
      </>
    ),
    action: { label: "Read and decide", url },
    why: whyOf(partnerName),
    stop: `We remind you once, and stop once your part is done. ${partnerName} may ask us to resend this once a day.`,
  }),
);

/** Reminds a performer who has not finished, half way. */
export const consentReminderMail = defineMail(
  "consent_reminder",
  props,
  ({ url, partnerName, title, expiresAt, producerName }) => ({
    subject: `Reminder: ${partnerName} asks for your consent to ${sceneName(title)}`,
    preview: `You can decide before ${minuteText(new Date(expiresAt))}.`,
    heading: "We still need your answer",
    body: (
      <>
        <p>Hello,</p>
        <p>
          <strong>{partnerName}</strong> asks for your consent to <strong>{sceneName(title)}</strong>
          {byProducer(producerName)}. You haven’t finished yet. You can sign or refuse before{" "}
          {minuteText(new Date(expiresAt))}. After that, {partnerName} may not publish the scene.
        </p>
        <p>Signed already? Then we still need your ID. The page shows you what is missing.</p>
        <p>
          <strong>Not you, or you don’t know about this?</strong> Open the same page and choose “That is not me”.
        </p>
      </>
    ),
    action: { label: "Read and decide", url },
    why: whyOf(partnerName),
    stop: `This is our only reminder. We stop once your part is done. ${partnerName} may ask us to resend the invitation once a day.`,
  }),
);

const copyProps = z.object({
  url: z.url(),
  partnerName: z.string(),
  /** As the platform sent it. */
  title: z.string(),
});

/**
 * Tells a performer that their signed copy is ready, naming the scene as the invitation did. It has a link and no attachment:
 * mail isn't private, and the copy names the person and where they signed. The page asks for a button before it shows anything.
 */
export const releaseCopyMail = defineMail("release_copy", copyProps, ({ url, partnerName, title }) => ({
  subject: `Your signed release for ${sceneName(title)} on ${partnerName}`,
  preview: "Your copy is ready to download.",
  heading: "Your copy of the release you signed",
  body: (
    <>
      <p>
        You signed a release for <strong>{sceneName(title)}</strong> on <strong>{partnerName}</strong>. Your copy is
        ready: a signed PDF with the exact text and a certificate that says when and how you signed.
      </p>
      <p>
        It isn’t attached, because email isn’t private. Open it with the button, and save it where only you can read it.
        The link keeps working as long as we keep the record.
      </p>
    </>
  ),
  action: { label: "Open my copy", url },
  why: `You get this because somebody with access to this mailbox signed a release that ${SERVICE_NAME} keeps.`,
  stop: "We send this once. If you didn’t sign, open the link and write to the custodian of records named below.",
}));
