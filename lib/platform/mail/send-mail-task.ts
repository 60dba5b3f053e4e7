import { render, toPlainText } from "@react-email/render";
import { createTransport, type Transporter } from "nodemailer";
import { createElement } from "react";
import { z } from "zod";
import { env } from "@/lib/platform/env";
import { defineTask } from "@/lib/platform/jobs";
import { log } from "@/lib/platform/log";
import { isAccepted, recordAcceptance } from "./acceptances";
import { MailLayout } from "./layout";
import { type MailSubject, openMail, QueuedMail } from "./send-mail";
import type { MailTemplate } from "./template";

/** The outcome of a mail that serves as evidence. `code` is the mail server's, such as 250, or the connection's. */
export type MailOutcome = {
  about: MailSubject;
  mailId: string;
  template: string;
  accepted: boolean;
  code: string;
  requestId: string;
};

type Heard = (outcome: MailOutcome) => Promise<void>;

/**
 * The task that renders and sends queued mails. `templates` are all mails of the service. Throws when two share a name.
 * A permanent refusal ends the job with a log line. Other failures are retried. What the server accepted isn't sent again,
 * unless the process ended before it could record that. `heard` gets the outcome of mails that
 * serve as evidence: when the server accepts or refuses one, or after the last attempt. After a crash it may get one twice.
 */
export function sendMailTask(templates: readonly MailTemplate<unknown>[], heard: Heard = async () => {}) {
  const byName = new Map(templates.map((template) => [template.name, template]));
  if (byName.size !== templates.length) throw new Error("Two mail templates share a name.");

  return defineTask("send_mail", QueuedMail, async (queued, { requestId, lastAttempt }) => {
    const { mailId } = queued;
    const template = byName.get(queued.template);
    if (!template) throw new Error(`No mail template is called ${queued.template}.`);
    const { to, props, withheld, about } = openMail(queued);
    if (withheld) return;
    const tell = async (outcome: Pick<MailOutcome, "accepted" | "code">) => {
      if (about) await heard({ about, mailId, template: template.name, requestId, ...outcome });
    };
    try {
      const mail = await composeMail(template, props);
      // Asked last, so that nothing is sent once the database is away.
      if (!(await isAccepted(mailId))) {
        await deliver(mailId, to, mail);
        await recordAcceptance(mailId);
      }
    } catch (error) {
      if (!(error instanceof MailNotSent)) throw error;
      if (error.isPermanent || lastAttempt) await tell({ accepted: false, code: error.code });
      if (!error.isPermanent) throw error;
      log.warn({ requestId, mailId, template: template.name }, "mail refused permanently");
      return;
    }
    log.info({ requestId, mailId, template: template.name }, "mail sent");
    await tell({ accepted: true, code: "250" });
  });
}

type RenderedMail = { subject: string; html: string; text: string };

/** Renders a mail as HTML and text. Throws `ZodError` for invalid props. */
export async function composeMail(template: MailTemplate<unknown>, props: unknown): Promise<RenderedMail> {
  const content = template.compose(props);
  const { custodianName, custodianAddress } = env();
  const html = await render(createElement(MailLayout, { content, sender: { custodianName, custodianAddress } }));
  return {
    subject: content.subject.replace(/\s+/g, " ").trim(),
    html,
    text: toPlainText(html, { selectors: [{ selector: "h1", options: { uppercase: false } }] }).trim(),
  };
}

/**
 * The mail server was unreachable or refused. Contains only codes, because servers quote addresses and this error is stored in the
 * jobs table and the log.
 */
export class MailNotSent extends Error {
  override name = "MailNotSent";

  /** The server's code, such as 550, or the connection's if the server didn't answer. */
  readonly code: string;

  constructor(
    code: string,
    responseCode: number | undefined,
    /** The server refused this recipient permanently, so don't retry. */
    readonly isPermanent: boolean,
  ) {
    super(`SMTP: ${[code, responseCode].filter(Boolean).join(" ")}`);
    this.code = String(responseCode ?? code);
  }
}

const SmtpFailure = z.object({
  code: z.string().catch("EUNKNOWN"),
  command: z.string().optional().catch(undefined),
  responseCode: z.number().optional().catch(undefined),
});

let cached: { smtpUrl: string; transporter: Transporter } | undefined;

/**
 * Sends one mail to the configured SMTP server. `mailId` becomes the Message-ID, so servers recognize a second attempt after a lost
 * answer as the same mail. Throws `MailNotSent`.
 */
async function deliver(mailId: string, to: string, mail: RenderedMail): Promise<void> {
  const { mailFrom } = env();
  const message = {
    from: mailFrom,
    // An object, because text is parsed as a list, so one address could smuggle in another.
    to: { name: "", address: to },
    subject: mail.subject,
    html: mail.html,
    text: mail.text,
    messageId: `<${mailId}@${domainOf(mailFrom)}>`,
    headers: { "Auto-Submitted": "auto-generated", "X-Auto-Response-Suppress": "All" },
    disableFileAccess: true,
    disableUrlAccess: true,
  };
  try {
    await transporter().sendMail(message);
  } catch (error) {
    throw notSent(error);
  }
}

// Only a refused recipient is permanent. We can fix a wrong password, a refused sender or an unreachable server, and then send the
// mail.
function notSent(error: unknown): MailNotSent {
  const { code, command, responseCode } = SmtpFailure.parse(error);
  return new MailNotSent(code, responseCode, command === "RCPT TO" && (responseCode ?? 0) >= 500);
}

function transporter(): Transporter {
  const smtpUrl = env().smtpUrl;
  if (cached?.smtpUrl !== smtpUrl) {
    cached = {
      smtpUrl,
      transporter: createTransport({
        url: smtpUrl,
        connectionTimeout: 10_000,
        greetingTimeout: 10_000,
        socketTimeout: 30_000,
      }),
    };
  }
  return cached.transporter;
}

function domainOf(mailFrom: string): string {
  return /@([^\s<>@]+)>?\s*$/.exec(mailFrom)?.[1] ?? "localhost";
}
