import { defineTask } from "@/lib/platform/jobs";
import { log } from "@/lib/platform/log";
import type { MailTemplate } from "./define-mail";
import { openMail, QueuedMail } from "./queued-mail";
import { composeMail } from "./render-mail";
import { deliver, MailNotSent } from "./transport";

/**
 * The task that renders and sends queued mails. `templates` is every mail of the service; two of one name is a mistake
 * in the code and throws at once. A refusal for good ends the job with a log line, anything else is tried again.
 */
export function sendMailTask(templates: readonly MailTemplate<unknown>[]) {
  const byName = new Map(templates.map((template) => [template.name, template]));
  if (byName.size !== templates.length) throw new Error("Two mail templates share a name.");

  return defineTask("send_mail", QueuedMail, async (queued, { requestId }) => {
    const { mailId } = queued;
    const template = byName.get(queued.template);
    if (!template) throw new Error(`No mail template is called ${queued.template}.`);
    const { to, props, withheld } = openMail(queued);
    if (withheld) return;
    try {
      await deliver(mailId, to, await composeMail(template, props));
      log.info({ requestId, mailId, template: template.name }, "mail sent");
    } catch (error) {
      if (!(error instanceof MailNotSent && error.forGood)) throw error;
      log.warn({ requestId, mailId, template: template.name }, "mail refused by the server for good");
    }
  });
}
