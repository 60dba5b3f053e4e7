import { z } from "zod";
import { openFor, sealFor } from "@/lib/platform/crypto";
import { emailAddress } from "@/lib/platform/wire";

const PURPOSE = "queued-mail";

/**
 * A mail as it waits in the queue. Addresses, names and links with tokens are sealed: whoever reads the jobs table, a
 * dump of it or a log line about a failed job learns only that a mail of this kind is due.
 */
export const QueuedMail = z.object({ mailId: z.string(), template: z.string(), sealed: z.string() });
export type QueuedMail = z.infer<typeof QueuedMail>;

const Contents = z.object({ to: emailAddress, props: z.unknown(), withheld: z.boolean().default(false) });

export function sealMail(mailId: string, template: string, contents: z.input<typeof Contents>): QueuedMail {
  const plain = Buffer.from(JSON.stringify(Contents.parse(contents)));
  return { mailId, template, sealed: sealFor(PURPOSE, plain, [mailId, template]).toString("base64") };
}

/** Throws `SealBroken` when the payload was changed or the master key is gone. */
export function openMail({ mailId, template, sealed }: QueuedMail): z.output<typeof Contents> {
  const plain = openFor(PURPOSE, Buffer.from(sealed, "base64"), [mailId, template]);
  return Contents.parse(JSON.parse(plain.toString()));
}
