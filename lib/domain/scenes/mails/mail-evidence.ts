import { record } from "@/lib/domain/ledger";
import { clock } from "@/lib/platform/clock";
import { inTransaction } from "@/lib/platform/db";
import type { MailOutcome } from "@/lib/platform/mail/send-mail-task";
import { consentInvitationMail, consentReminderMail } from "./mails";

const ASKING: readonly string[] = [consentInvitationMail.name, consentReminderMail.name];

/**
 * Record what the mail server answered about a mail to a performer, as evidence. Only its code: servers quote addresses. A refused
 * invitation or reminder is shown to the partner until another is sent.
 */
export async function recordMailOutcome({ about, accepted, requestId, ...detail }: MailOutcome): Promise<void> {
  if (about.kind !== "scene_performer") return;
  await inTransaction(async (tx) => {
    if (!accepted && ASKING.includes(detail.template)) {
      await tx.scenePerformer.updateMany({ where: { id: about.id }, data: { mailRefusedAt: clock.now() } });
    }
    record(tx, {
      ctx: { actor: { kind: "system", name: "send_mail" }, requestId },
      action: accepted ? "scene_performer.mail_accepted" : "scene_performer.mail_refused",
      subject: { kind: "scene_performer", id: about.id },
      partnerId: null,
      detail,
    });
  });
}
