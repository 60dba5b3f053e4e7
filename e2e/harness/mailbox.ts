import { expect } from "@playwright/test";
import { z } from "zod";

const Mails = z.array(
  z.object({
    id: z.string(),
    to: z.array(z.string()),
    subject: z.string(),
    text: z.string(),
    links: z.array(z.string()),
  }),
);
export type Mail = z.infer<typeof Mails>[number];

/** Every mail that reached an address, newest first. */
export async function mailsTo(email: string): Promise<Mail[]> {
  const inbox = process.env.E2E_INBOX_URL ?? "";
  const response = await fetch(`${inbox}/messages.json?to=${encodeURIComponent(email)}`);
  return Mails.parse(await response.json());
}

/** The newest mail to an address whose subject matches, once it is there. `after` leaves out mails that were there before. */
export async function mailTo(email: string, subject: RegExp, after: readonly Mail[] = []): Promise<Mail> {
  const known = new Set(after.map(({ id }) => id));
  const found = async () => (await mailsTo(email)).find((mail) => subject.test(mail.subject) && !known.has(mail.id));
  await expect
    .poll(async () => (await found())?.subject, { message: `a mail to ${email}`, intervals: [100] })
    .toBeTruthy();
  const mail = await found();
  if (!mail) throw new Error(`The mail to ${email} is gone again.`);
  return mail;
}

/** The one link of a mail to a page of the service. */
export function linkIn(mail: Mail, path: RegExp = /./): string {
  const link = mail.links.find((url) => path.test(new URL(url).pathname));
  if (!link) throw new Error(`“${mail.subject}” has no such link; it has: ${mail.links.join(" ")}`);
  return link;
}
