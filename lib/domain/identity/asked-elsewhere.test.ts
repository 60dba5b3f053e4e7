import { expect, test } from "vitest";
import { approveLink, provisionAccount, readAccount } from "@/lib/domain/accounts";
import { checkTalent } from "@/lib/domain/accounts/talent";
import { db } from "@/lib/platform/db";
import { eventsOf } from "@/lib/testing/effects";
import { freshEmail, keyCtx, makePartner, personCtx } from "@/lib/testing/factories";
import { approveIdentity, makeReviewer, makeSubmitted } from "@/lib/testing/identity-checks";

const inputFor = (email: string) => ({
  externalUserId: email,
  email,
  callbackUrl: "https://platform.example.com/hook",
});

test("the first platform to provision an address doesn't see that the person was verified elsewhere", async () => {
  const [first, second] = [await makePartner({ plan: "platform_pays" }), await makePartner({ plan: "platform_pays" })];
  const email = freshEmail("victim");
  const early = await provisionAccount(keyCtx(first), inputFor(email));
  const wanted = await provisionAccount(keyCtx(second), inputFor(email));
  const person = await db.user.findUniqueOrThrow({ where: { email } });
  await approveLink(personCtx(person), wanted.account.accountId);
  const account = await db.soloAccount.findUniqueOrThrow({ where: { id: wanted.account.accountId } });
  const { checkId } = await makeSubmitted({ ...account, person });
  await approveIdentity(await makeReviewer(checkId), { checkId });

  expect(await readAccount(keyCtx(second), wanted.account.accountId)).toMatchObject({ status: "active" });
  expect(await readAccount(keyCtx(first), early.account.accountId)).toEqual({
    accountId: early.account.accountId,
    externalUserId: email,
    status: "pending_id_verification",
    createdAt: early.account.createdAt,
    onboardingUrl: early.account.onboardingUrl,
  });
  expect(await checkTalent(keyCtx(first), { email })).toEqual({ found: true, verified: false, lastVerifiedAt: null });
  expect(await eventsOf(first)).toEqual([]);

  await approveLink(personCtx(person), early.account.accountId);
  expect(await readAccount(keyCtx(first), early.account.accountId)).toMatchObject({ status: "active" });
});
