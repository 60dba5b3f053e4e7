import { askElsewhere, deriveStatusesOfUser, issueLink, lockAccount } from "@/lib/domain/accounts";
import type { Ctx, StaffActor, SystemActor } from "@/lib/domain/core/context";
import { record } from "@/lib/domain/core/ledger";
import { raiseAlert } from "@/lib/domain/custody/alerts";
import {
  type FoundOrigin,
  findOrigin,
  type LockedCheck,
  moveCheck,
  type RejectionReason,
  setIdentity,
} from "@/lib/domain/identity";
import { allNames, findOtherSignatures, namesOf, registerNames } from "@/lib/domain/identity/names";
import { lockUser } from "@/lib/domain/parties/locks";
import { deriveConsentOfUser, performerLink, performerStage } from "@/lib/domain/scenes";
import { clock } from "@/lib/platform/clock";
import type { Tx } from "@/lib/platform/db";
import { Conflict } from "@/lib/platform/errors";
import { sendMail } from "@/lib/platform/mail/send-mail";
import { identityApprovedMail, identityRejectedMail } from "./mails";

/**
 * Approve a locked, submitted check, in the decision's transaction: record the identity and its other names, update the
 * person's scenes and accounts, and mail the person. A former legal name stays one of their names. Throws `Conflict` `name_differs`
 * when they signed with a name that is on neither their ID nor their record and isn't among a custodian's `seenNames`.
 */
export async function acceptIdentity(
  tx: Tx,
  ctx: Ctx<StaffActor | SystemActor>,
  check: LockedCheck,
  { legalName, seenNames }: { legalName: string; seenNames?: readonly string[] },
  detail: Record<string, unknown> = {},
): Promise<void> {
  const now = clock.now();
  const { userId } = check;
  // A signature holds this lock, too: either it sees the new identity, or we see the signature.
  await lockUser(tx, userId);
  const known = (await namesOf([userId], tx))(userId);
  const others = [...check.otherNames, check.legalName, known.legalName].filter((name) => name !== null);
  const otherNames = [...new Set(others)].filter((name) => name !== legalName);
  const signatures = await findOtherSignatures(tx, userId, [legalName, ...otherNames, ...allNames(known)]);
  if (seenNames && signatures.some(({ name }) => !seenNames.includes(name))) {
    throw new Conflict(
      "name_differs",
      "They signed with a name that isn’t on this ID. Compare the names, then decide.",
    );
  }
  await moveCheck(tx, {
    id: check.id,
    to: "approved",
    decidedAt: now,
    decidedById: ctx.actor.kind === "staff" ? ctx.actor.userId : null,
  });
  await setIdentity(tx, { userId, checkId: check.id, legalName, verifiedAt: now, lastChangedAt: now });
  await registerNames(tx, userId, otherNames);
  record(tx, {
    ctx,
    action: "identity_check.approved",
    subject: { kind: "identity_check", id: check.id },
    detail: {
      driver: check.driver,
      ...detail,
      ...(signatures.length > 0 && { otherSignatures: signatures.map(({ id }) => id) }),
    },
  });
  await deriveConsentOfUser(tx, ctx, userId);
  await askElsewhere(tx, ctx, { userId, accountId: check.accountId });
  await deriveStatusesOfUser(tx, ctx, userId);
  const { email } = await tx.user.findUniqueOrThrow({ where: { id: userId }, select: { email: true } });
  const origin = await findOrigin(tx, check);
  await sendMail(tx, {
    to: email,
    template: identityApprovedMail,
    props: { partnerName: origin?.partnerName ?? null, ...(await afterApproval(tx, origin, userId)) },
  });
}

/** What a verified person does next, for their mail. */
async function afterApproval(tx: Tx, origin: FoundOrigin | null, userId: string) {
  if (origin?.kind === "performer") {
    const asked = performerStage(origin.performer).at === "asked";
    return {
      continueUrl: await performerLink(origin.performer, tx),
      scene: asked ? ("undecided" as const) : ("decided" as const),
    };
  }
  if (!origin) return { continueUrl: null, unpaid: false };
  const { account } = origin;
  const unpaid = account.userId === userId && account.fundedBy === "creator" && isPending(account.status);
  return { continueUrl: unpaid ? await mailLink(tx, account.id) : account.redirectUrl, unpaid };
}

// Verified but neither active nor suspended: only the subscription is missing.
const isPending = (status: string): boolean => status === "pending_id_verification";

/** The link with which a rejected person tries again; null for an import. */
async function linkBack(tx: Tx, origin: FoundOrigin | null): Promise<string | null> {
  if (!origin) return null;
  if (origin.kind === "performer") return performerLink(origin.performer, tx);
  await lockAccount(tx, { id: origin.account.id });
  return mailLink(tx, origin.account.id);
}

/** A new link for the person's mail. The account must be locked. */
async function mailLink(tx: Tx, accountId: string): Promise<string> {
  const { url } = await issueLink(tx, { accountId, kind: "mail" });
  return url;
}

/** Reject a locked, submitted check, in the decision's transaction, and mail the person. Alerts custodians about one under 18. */
export async function rejectCheck(
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
  const subject = { kind: "identity_check", id: check.id } as const;
  if (reason === "under_age") {
    await raiseAlert(tx, { kind: "rejected", personId: check.userId, subject, checkId: check.id });
  }
  record(tx, {
    ctx,
    action: "identity_check.rejected",
    subject,
    reason,
    detail: { driver: check.driver, ...detail },
  });
  const { email } = await tx.user.findUniqueOrThrow({ where: { id: check.userId }, select: { email: true } });
  const origin = await findOrigin(tx, check);
  await sendMail(tx, {
    to: email,
    template: identityRejectedMail,
    props: {
      reason,
      note,
      partnerName: origin?.partnerName ?? null,
      url: await linkBack(tx, origin),
    },
  });
}
