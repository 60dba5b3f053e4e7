import { issueLink, lockAccount } from "@/lib/domain/accounts";
import type { Ctx, StaffActor, SystemActor } from "@/lib/domain/context";
import { record } from "@/lib/domain/ledger";
import { clock } from "@/lib/platform/clock";
import type { Tx } from "@/lib/platform/db";
import { sendMail } from "@/lib/platform/mail/send-mail";
import type { LockedCheck } from "./lock-check";
import { identityRejectedMail } from "./mails";
import type { RejectionReason } from "./rejection-reasons";
import { moveCheck } from "./states";

/** Everything that follows from not finding a locked, submitted check true, in the transaction of the decision. */
export async function declineCheck(
  tx: Tx,
  ctx: Ctx<StaffActor | SystemActor>,
  check: LockedCheck,
  { reason, note, detail = {} }: { reason: RejectionReason; note: string | null; detail?: Record<string, unknown> },
): Promise<void> {
  await moveCheck(tx, {
    id: check.id,
    to: "rejected",
    rejectionReason: reason,
    rejectionNote: note,
    decidedAt: clock.now(),
    decidedById: ctx.actor.kind === "staff" ? ctx.actor.userId : null,
  });
  record(tx, {
    ctx,
    action: "identity_check.rejected",
    subject: { kind: "identity_check", id: check.id },
    reason,
    detail: { driver: check.driver, ...detail },
  });
  const { email } = await tx.user.findUniqueOrThrow({ where: { id: check.userId }, select: { email: true } });
  const account = check.accountId
    ? await tx.soloAccount.findUnique({ where: { id: check.accountId }, include: { partner: true } })
    : null;
  await sendMail(tx, {
    to: email,
    template: identityRejectedMail,
    props: {
      reason,
      note,
      partnerName: account?.partner.name ?? null,
      url: account ? await wayBack(tx, account.id) : null,
    },
  });
}

async function wayBack(tx: Tx, accountId: string): Promise<string> {
  await lockAccount(tx, { id: accountId });
  const { url } = await issueLink(tx, { accountId, kind: "mail" });
  return url;
}
