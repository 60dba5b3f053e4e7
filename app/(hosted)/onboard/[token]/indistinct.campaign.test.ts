import { describe, expect, it } from "vitest";
import { claimSocket } from "@/lib/api/client-address";
import { declineLink, provisionAccount } from "@/lib/domain/accounts";
import { db } from "@/lib/platform/db";
import { newId } from "@/lib/platform/ids";
import { freshAddress } from "@/lib/testing/api";
import { freshEmail, keyCtx, makeIdentity, makePartner, makeUser, personCtx } from "@/lib/testing/factories";
import { headers, openBrowser, whereTo } from "@/lib/testing/next";
import { statementsOf } from "@/lib/testing/sql";
import { confirmCodeAction, mailCodeAction, renewLinkAction } from "./actions";
import { findVisitor } from "./visitor";

const KINDS = ["unknown", "known", "verified", "paying", "declined"] as const;
type Kind = (typeof KINDS)[number];

/** The platform's own link to a creator it provisioned, in a browser without a proof. */
async function linkTo(kind: Kind, plan: "platform_pays" | "creator_pays"): Promise<string> {
  const email = freshEmail("who");
  const user = kind === "unknown" ? null : await makeUser({ email });
  if (user && kind !== "known") await makeIdentity(user);
  if (user && kind === "paying") await db.subscription.create({ data: { userId: user.id, active: true } });
  const input = { externalUserId: newId(), email, callbackUrl: "https://platform.example.com/hook" };
  const { account } = await provisionAccount(keyCtx(await makePartner({ plan, name: "Platform" })), input);
  const { accountId, onboardingUrl = "" } = account;
  if (user && kind === "declined") await declineLink(personCtx(user), accountId);
  openBrowser();
  // Each from its own network, so that rate limits don't interfere.
  claimSocket();
  (await headers()).set("x-forwarded-for", freshAddress());
  return onboardingUrl.split("/").at(-1) ?? "";
}

/** Everything a visitor with the platform's link can see and do without the mailbox, and the work it causes. */
async function story(kind: Kind, plan: "platform_pays" | "creator_pays") {
  const token = await linkTo(kind, plan);
  const seen: unknown[] = [];
  const work = await statementsOf(async () => {
    const visitor = await findVisitor(token);
    seen.push(visitor?.proven, visitor?.visit, visitor?.onboarding.expired);
    seen.push(await whereTo(mailCodeAction(token)), await mailCodeAction(token));
    const wrong = new FormData();
    wrong.set("code", "000000");
    for (let tries = 0; tries < 6; tries++) seen.push(await confirmCodeAction(token, {}, wrong));
    seen.push(await renewLinkAction(token));
  });
  return { seen: JSON.stringify(seen).replaceAll(token, "token"), work };
}

describe.each(["platform_pays", "creator_pays"] as const)("a visitor with the platform's link (%s)", (plan) => {
  it("gets the same answer, from the same work, for every creator", { timeout: 120_000 }, async () => {
    await story("unknown", plan);
    const stories = [];
    for (const kind of KINDS) stories.push(await story(kind, plan));
    for (const [n, kind] of KINDS.entries()) expect(stories[n], kind).toEqual(stories[0]);
    const work = stories[0]?.work ?? [];
    expect(work).toContain("queued: send_mail");
    expect(work).toContain("queued: greet_creator");
    expect(stories[0]?.seen).toContain("no longer works");
  });
});
