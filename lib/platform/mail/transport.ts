import { createTransport, type Transporter } from "nodemailer";
import { z } from "zod";
import { env } from "@/lib/platform/env";
import type { RenderedMail } from "./render-mail";

/**
 * The server could not be reached, or refused. Holds codes only: what servers answer quotes addresses, and this error
 * ends in the jobs table and the log.
 */
export class MailNotSent extends Error {
  override name = "MailNotSent";

  constructor(
    code: string,
    responseCode: number | undefined,
    /** The recipient was refused for good, so that trying again is useless (and bad manners). */
    readonly forGood: boolean,
  ) {
    super(`SMTP: ${[code, responseCode].filter(Boolean).join(" ")}`);
  }
}

const SmtpFailure = z.object({
  code: z.string().catch("EUNKNOWN"),
  command: z.string().optional().catch(undefined),
  responseCode: z.number().optional().catch(undefined),
});

let cached: { smtpUrl: string; transporter: Transporter } | undefined;

/**
 * Hands one mail to the SMTP server of the configuration. `mailId` becomes the Message-ID: a second attempt after a
 * lost answer carries the same one, so that servers and mailboxes recognise it as the same mail.
 * Throws `MailNotSent`.
 */
export async function deliver(mailId: string, to: string, mail: RenderedMail): Promise<void> {
  const { mailFrom } = env();
  const message = {
    from: mailFrom,
    // An object, not text: text would be parsed as a list, and one address could smuggle in another.
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

// Only a refused recipient is for good. A wrong password, a sender that is not allowed or an unreachable server are ours
// to repair, and the mail should still leave then.
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
