import { type CodeOutcome, mailLinkCode, proveByCode, removalSubject, type SentCode } from "@/lib/domain/acts";
import type { Ctx, SystemActor } from "@/lib/domain/core/context";
import { hashToken } from "@/lib/platform/crypto";
import { db, inTransaction, type Tx } from "@/lib/platform/db";
import { NotFound } from "@/lib/platform/errors";
import { recordOn } from "../deciding/locked-request";

/** Whose page a link opens. Never shown before the mailbox is proven. */
type Claimant = { id: string; email: string; userId: string | null };

/** The claimant behind the link to their page; null for an unknown one. */
export const findClaimant = (token: string, tx: Pick<Tx, "removalRequest"> = db): Promise<Claimant | null> =>
  tx.removalRequest.findUnique({
    where: { tokenHash: hashToken(token) },
    select: { id: true, email: true, userId: true },
  });

type OfBrowser = { token: string; visitToken: string | undefined };

/** Mail a code to the claimant, to enter in a browser that opened their page's link. Throws `NotFound`. */
export function sendClaimantCode(ctx: Ctx<SystemActor>, { token, visitToken }: OfBrowser): Promise<SentCode> {
  return inTransaction(async (tx) => {
    const { id, email } = await getClaimant(token, tx);
    const sent = await mailLinkCode(tx, { subject: removalSubject(id), email, visitToken });
    if (sent.outcome === "sent") recordOn(tx, ctx, id, { action: "removal_request.code_sent" });
    return sent;
  });
}

/** Check a code typed on a claimant's page. The right one proves the mailbox for this browser. Throws `NotFound`. */
export function proveClaimant(
  ctx: Ctx<SystemActor>,
  { token, visitToken, code }: OfBrowser & { code: string },
): Promise<CodeOutcome> {
  return inTransaction(async (tx) => {
    const { id } = await getClaimant(token, tx);
    const checked = await proveByCode(tx, { subject: removalSubject(id), visitToken, code });
    if (checked.outcome === "proven") recordOn(tx, ctx, id, { action: "removal_request.code_entered" });
    return checked;
  });
}

async function getClaimant(token: string, tx: Tx): Promise<Claimant> {
  const claimant = await findClaimant(token, tx);
  if (!claimant) throw new NotFound();
  return claimant;
}
