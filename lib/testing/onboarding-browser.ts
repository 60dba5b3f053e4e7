import { issueLink, type Onboarding } from "@/lib/domain/accounts";
import type { VisitCookie } from "@/lib/domain/acts";
import type { ProvenVisit } from "@/lib/domain/core/context";
import { checkCode, proveByMailLink, sendCode } from "@/lib/domain/creators/onboarding";
import { startCheck } from "@/lib/domain/identity";
import { db, inTransaction } from "@/lib/platform/db";
import { mailsTo } from "./effects";
import { makeAccount, personCtx, systemCtx } from "./factories";
import { openBrowser } from "./next";

export type Proof = { visit: ProvenVisit; cookie: VisitCookie };
type Creator = { id: string; email: string };

const stranger = systemCtx("onboarding");

/** The token of a new onboarding link. */
export async function linkTo({ id: accountId }: Creator, kind: "partner" | "mail" = "partner"): Promise<string> {
  const { url } = await inTransaction((tx) => issueLink(tx, { accountId, kind }));
  return url.split("/").at(-1) ?? "";
}

/** The onboarding behind a link from the account's partner. */
export async function onboardingOf(accountId: string): Promise<Onboarding> {
  const account = await db.soloAccount.findUniqueOrThrow({
    where: { id: accountId },
    include: { partner: true, linkRequest: true },
  });
  return { kind: "partner", issuedAt: new Date(), expired: false, account, partner: account.partner };
}

/** A visit proven by the emailed code: by the person, or by anyone who got the code from them. */
export async function visitByCode({ id: accountId, email }: Creator): Promise<Proof> {
  const sent = await sendCode(stranger, { accountId, visitToken: undefined });
  if (sent.outcome !== "sent") throw new Error(sent.outcome);
  const code = String((await mailsTo(email)).at(-1)?.props.code);
  const checked = await checkCode(stranger, { accountId, visitToken: sent.cookie?.token, code });
  if (checked.outcome !== "proven") throw new Error(checked.outcome);
  return checked;
}

/** A visit from the link in the person's own mail. */
export const visitByMail = ({ id: accountId }: Creator): Promise<Proof> =>
  proveByMailLink(stranger, { accountId, visitToken: undefined });

/** A creator whose browser entered a code and started a draft. */
export async function creatorAtPhotos() {
  const account = await makeAccount();
  const proof = await visitByCode(account);
  const ctx = {
    ...personCtx(account.person),
    actor: { kind: "person" as const, userId: account.person.id, visit: proof.visit },
  };
  const { checkId } = await startCheck(ctx, { accountId: account.id });
  openBrowser(proof);
  return { account, proof, ctx, checkId, token: await linkTo(account) };
}
