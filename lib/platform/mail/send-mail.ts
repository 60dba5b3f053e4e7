import type { Tx } from "@/lib/platform/db";
import { newId } from "@/lib/platform/ids";
import { enqueue } from "@/lib/platform/jobs";
import type { MailTemplate } from "./define-mail";
import { sealMail } from "./queued-mail";

/**
 * Queues one mail to one address in the caller's transaction: it is sent if, and only if, the change it tells of is
 * committed, and a request takes as long for an address that is mailed as for one that is not. `withheld`: nothing is sent,
 * and only the job learns so, where who asked for the mail must not be able to tell.
 * Throws `ZodError` for props that the template does not take or a malformed address.
 */
export async function sendMail<Props>(
  tx: Tx,
  {
    to,
    template,
    props,
    withheld = false,
  }: { to: string; template: MailTemplate<Props>; props: Props; withheld?: boolean },
): Promise<{ mailId: string }> {
  const mailId = newId();
  await enqueue(
    tx,
    "send_mail",
    sealMail(mailId, template.name, { to, props: template.propsSchema.parse(props), withheld }),
  );
  return { mailId };
}
