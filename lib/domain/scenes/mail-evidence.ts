import { record } from "@/lib/domain/ledger";
import { inTransaction } from "@/lib/platform/db";
import type { MailOutcome } from "@/lib/platform/mail/send-mail-task";

/** Record what the mail server said of a mail to a performer, as evidence. Only its code: servers quote addresses. */
export async function recordMailOutcome({ about, accepted, requestId, ...detail }: MailOutcome): Promise<void> {
  if (about.kind !== "scene_performer") return;
  await inTransaction(async (tx) =>
    record(tx, {
      ctx: { actor: { kind: "system", name: "send_mail" }, requestId },
      action: accepted ? "scene_performer.mail_accepted" : "scene_performer.mail_refused",
      subject: { kind: "scene_performer", id: about.id },
      partnerId: null,
      detail,
    }),
  );
}
