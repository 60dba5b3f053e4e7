import { expect, test } from "vitest";
import { provisionAccount, readAccount } from "@/lib/domain/accounts";
import { db } from "@/lib/platform/db";
import { eventsOf } from "@/lib/testing/effects";
import { freshEmail, keyCtx, makePartner, systemCtx } from "@/lib/testing/factories";
import { visitByMail } from "@/lib/testing/onboarding-browser";
import { grantSubscription } from "./grant-subscription";

const creatorPays = () => makePartner({ plan: "creator_pays" });

async function provision(partner: { id: string }, email: string): Promise<string> {
  const input = { externalUserId: email, email, callbackUrl: "https://platform.example.com/hook" };
  return (await provisionAccount(keyCtx(partner), input)).account.accountId;
}

const requestOf = (accountId: string) => db.linkRequest.findUnique({ where: { accountId } });

test("a platform that was first to provision an address doesn't learn that the person pays for another", async () => {
  const [first, second] = [await creatorPays(), await creatorPays()];
  const email = freshEmail("victim");
  const early = await provision(first, email);
  const wanted = await provision(second, email);
  const { id: userId } = await db.user.findUniqueOrThrow({ where: { email } });
  await db.linkRequest.update({
    where: { accountId: wanted },
    data: { decision: "approved", decidedAt: new Date() },
  });
  await db.soloAccount.update({ where: { id: wanted }, data: { userId } });
  await grantSubscription(systemCtx(), { email });

  expect(await readAccount(keyCtx(second), wanted)).toMatchObject({ status: "subscribed_pending_id" });
  expect(await readAccount(keyCtx(first), early)).toMatchObject({ status: "pending_id_verification" });
  expect(await eventsOf(first)).toEqual([]);
  expect(await requestOf(early)).toMatchObject({ decision: "pending", userId });
});

test("a platform where the person onboarded learns of the payment, and so does their only platform", async () => {
  for (const visited of [true, false]) {
    const partner = await creatorPays();
    const email = freshEmail("creator");
    const accountId = await provision(partner, email);
    if (visited) await visitByMail({ id: accountId, email });
    await grantSubscription(systemCtx(), { email });
    expect(await readAccount(keyCtx(partner), accountId)).toMatchObject({ status: "subscribed_pending_id" });
    expect(await requestOf(accountId)).toBeNull();
  }
});
