import type { ReactNode } from "react";
import { z } from "zod";
import { SERVICE_NAME } from "@/lib/platform/brand";
import { clock } from "@/lib/platform/clock";
import { SealBroken } from "@/lib/platform/crypto";
import { inTransaction, type Tx } from "@/lib/platform/db";
import { MINUTE_MS } from "@/lib/platform/duration";
import { env } from "@/lib/platform/env";
import { defineTask, enqueue } from "@/lib/platform/jobs";
import { log } from "@/lib/platform/log";
import { sendMail } from "@/lib/platform/mail/send-mail";
import { defineMail } from "@/lib/platform/mail/template";
import { openPageToken } from "../claim";
import { localDeadline } from "../labels";

/** The claimant's page. A claim that was altered doesn't open, and must not hold up the decision that the mail tells of. */
function pageUrlOf(request: { id: string; claim: Uint8Array }): string {
  try {
    return `${env().baseUrl}/removal/${openPageToken(request)}`;
  } catch (error) {
    if (!(error instanceof SealBroken)) throw error;
    log.error({ err: error, removalRequest: request.id }, "no link to the page of the claimant");
    return `${env().baseUrl}/removal`;
  }
}

/**
 * Mails a claimant a step of their request, in its transaction. Call it after the step. The mail has the link to their page, and
 * none of its content. Contract: Removal requests.
 */
export async function tellClaimant(tx: Tx, { requestId, news }: { requestId: string; news: News }): Promise<void> {
  const { email, deadlineAt, ...sealed } = await tx.removalRequest.findUniqueOrThrow({
    where: { id: requestId },
    select: { id: true, email: true, deadlineAt: true, claim: true },
  });
  const props = { news, url: pageUrlOf(sealed), deadline: deadlineAt.toISOString() };
  await sendMail(tx, { to: email, template: removalNewsMail, props });
}

const PROGRESS = "tell_claimant_progress";
// A custodian decides several records in a row.
const PROGRESS_AFTER_MS = 15 * MINUTE_MS;

/** Tells a claimant that a record was decided, once for all that are decided within some minutes. */
export const tellProgressSoon = (tx: Tx, { requestId }: { requestId: string }): Promise<void> =>
  enqueue(
    tx,
    PROGRESS,
    { requestId },
    { jobKey: `${PROGRESS}:${requestId}`, runAt: new Date(clock.now().getTime() + PROGRESS_AFTER_MS) },
  );

/** Unless the whole request is decided by then, which they heard. */
export const tellProgressTask = defineTask(PROGRESS, z.object({ requestId: z.string() }), ({ requestId }) =>
  inTransaction(async (tx) => {
    const { status } = await tx.removalRequest.findUniqueOrThrow({ where: { id: requestId } });
    if (status === "open") await tellClaimant(tx, { requestId, news: "progress" });
  }),
);

// Others may see a claimant's inbox. No mail says what the request is about, and subjects don't say that there is one.

/** Asks the person who wrote a request to prove their mailbox. The same for everyone. */
export const removalLinkMail = defineMail("removal_link", z.object({ url: z.url() }), ({ url }) => ({
  subject: `Confirm your request to ${SERVICE_NAME}`,
  preview: "Your request isn’t sent yet.",
  heading: "Confirm your request",
  body: (
    <>
      <p>
        Someone wrote a request on our pages and gave this address. If that was you, open the page and press{" "}
        <strong>Send my request</strong>. Our custodians get it only then.
      </p>
      <p>The link works for 24 hours. After that, we delete what was written.</p>
    </>
  ),
  action: { label: "Open the page", url },
  why: "You get this because this address was given with a request.",
  stop: "If that wasn’t you, ignore this email. Nothing happens.",
}));

/** The steps of a request that we email its claimant about. Finding a record isn't one: only a decision tells them. */
export const NEWS = ["filed", "asked", "progress", "decided", "appealed", "withdrawn"] as const;
export type News = (typeof NEWS)[number];

type Words = { subject: string; heading: string; body: ReactNode };

/** Tells a claimant of a step. Only their page says more. */
export const removalNewsMail = defineMail(
  "removal_news",
  z.object({ news: z.enum(NEWS), url: z.url(), deadline: z.iso.datetime() }),
  ({ news, url, deadline }) => {
    const { subject, heading, body } = WORDS[news](localDeadline(new Date(deadline)));
    return {
      subject,
      preview: "Open your page to read more.",
      heading,
      body: (
        <>
          {body}
          <p>On a new device, your page first asks for a code that we email you.</p>
        </>
      ),
      action: { label: "Open my page", url },
      why: `You get this because you sent a request to ${SERVICE_NAME}.`,
      stop:
        STOP[news] ??
        "We email you only when something happens. To end these emails, withdraw the request on your page.",
    };
  },
);

const STOP: Readonly<Partial<Record<News, string>>> = {
  decided: "We email you again only when we decide on another copy, or on an appeal.",
  withdrawn: "This is our last email about this request.",
};

const UPDATE = "News about your request";

const WORDS: Readonly<Record<News, (deadline: string) => Words>> = {
  filed: (deadline) => ({
    subject: "We received your request",
    heading: "We received your request",
    body: (
      <p>
        A custodian, one of our staff, decides by <strong>{deadline}</strong>. Your page shows what you asked for and
        what happens next. You can add to the request there, or withdraw it.
      </p>
    ),
  }),
  asked: () => ({
    subject: "A question about your request",
    heading: "We have a question",
    body: <p>A custodian needs more from you to decide. Read the question on your page and answer it there.</p>,
  }),
  progress: () => ({
    subject: UPDATE,
    heading: "Part of your request is decided",
    body: <p>Your page shows what was decided and why. We are still working on the rest.</p>,
  }),
  decided: () => ({
    subject: "Your request is decided",
    heading: "Your request is decided",
    body: (
      <p>Your page shows what was decided and why. If something was rejected, you can appeal once, on the same page.</p>
    ),
  }),
  appealed: (deadline) => ({
    subject: "We received your appeal",
    heading: "We received your appeal",
    body: (
      <p>
        Another custodian decides by <strong>{deadline}</strong>.
      </p>
    ),
  }),
  withdrawn: () => ({
    subject: "You withdrew your request",
    heading: "You withdrew your request",
    body: <p>We stopped working on it. What was taken down before stays down.</p>,
  }),
};
