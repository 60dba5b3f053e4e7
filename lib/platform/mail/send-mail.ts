import { z } from "zod";
import { hexOf, openFor, sealFor } from "@/lib/platform/crypto";
import { db, type Tx } from "@/lib/platform/db";
import { newId } from "@/lib/platform/ids";
import { enqueue } from "@/lib/platform/jobs";
import { emailAddress } from "@/lib/platform/wire";
import { PrefixCounts } from "../sealed-column";
import type { MailTemplate } from "./template";

/**
 * Queues one mail to one address in the caller's transaction, so it is sent if and only if that commits. With `withheld` nothing is
 * sent, but queuing takes as long, so the requester can't tell. Throws `ZodError` for invalid props or a malformed address.
 */
export async function sendMail<Props>(
  tx: Tx,
  {
    to,
    template,
    props,
    withheld = false,
    about,
  }: {
    to: string;
    template: MailTemplate<Props>;
    props: Props;
    withheld?: boolean;
    /** What the mail is evidence of. It gets the mail's outcome: see `MailOutcome`. */
    about?: MailSubject;
  },
): Promise<{ mailId: string }> {
  const mailId = newId();
  await queueMail(
    tx,
    sealMail(mailId, template.name, { to, props: template.propsSchema.parse(props), withheld, about }),
  );
  return { mailId };
}

const PURPOSE = "queued-mail";

/** A queued mail. Address, names and links are sealed, so the jobs table, its dumps and logs of failed jobs show only the kind of mail. */
export const QueuedMail = z.object({ mailId: z.string(), template: z.string(), sealed: z.string() });
export type QueuedMail = z.infer<typeof QueuedMail>;

const MailSubject = z.object({ kind: z.string(), id: z.string() });
export type MailSubject = z.infer<typeof MailSubject>;

const Contents = z.object({
  to: emailAddress,
  props: z.unknown(),
  withheld: z.boolean().default(false),
  about: MailSubject.optional(),
});

export function sealMail(mailId: string, template: string, contents: z.input<typeof Contents>): QueuedMail {
  const plain = Buffer.from(JSON.stringify(Contents.parse(contents)));
  return { mailId, template, sealed: sealFor(PURPOSE, plain, [mailId, template]).toString("base64") };
}

/** Queues a sealed mail. The job's key shows which master key sealed it, so that `countWaitingMails` needs no payloads. */
export function queueMail(tx: Tx, mail: QueuedMail): Promise<void> {
  const prefix = hexOf(Buffer.from(mail.sealed, "base64").subarray(0, 5));
  return enqueue(tx, "send_mail", mail, { jobKey: `mail ${prefix} ${mail.mailId}` });
}

/** Throws `SealBroken` when the payload was changed or its master key is missing. */
export function openMail({ mailId, template, sealed }: QueuedMail): z.output<typeof Contents> {
  const plain = openFor(PURPOSE, Buffer.from(sealed, "base64"), [mailId, template]);
  return Contents.parse(JSON.parse(plain.toString()));
}

/** How many queued mails each master key has sealed: see `masterKeyPrefixes`. Excludes mails that failed for good. */
export async function countWaitingMails(): Promise<PrefixCounts> {
  const rows = await db.$queryRaw`
    SELECT decode(split_part(key, ' ', 2), 'hex') AS prefix, count(*) AS count FROM graphile_worker.jobs
    WHERE task_identifier = 'send_mail' AND attempts < max_attempts
    GROUP BY 1`;
  return PrefixCounts.parse(rows);
}
