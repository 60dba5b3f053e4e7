import { describe, expect, it } from "vitest";
import { forgetVisits } from "@/lib/domain/acts/visits";
import { clock } from "@/lib/platform/clock";
import { db, inTransaction } from "@/lib/platform/db";
import { DAY_MS } from "@/lib/platform/duration";
import { newId } from "@/lib/platform/ids";
import { freshEmail, keyCtx, makeIdentity, makePartner, personCtx, systemCtx } from "@/lib/testing/factories";
import { visitByCode, visitByMail } from "@/lib/testing/onboarding-browser";
import { deriveStatusesOfUser } from "./account-status";
import { askElsewhere } from "./ask-elsewhere";
import { approveLink } from "./link-requests";
import { provisionAccount } from "./provision-account";
import { readAccount } from "./queries";

/** A person whom one platform named first, who pays, and who was verified in the onboarding of another, days later. */
async function verifiedElsewhere(visit: typeof visitByMail | null, daysLater = 0) {
  const email = freshEmail("creator");
  const named = async () => {
    const partner = await makePartner({ plan: "creator_pays" });
    const input = { externalUserId: newId(), email, callbackUrl: "https://platform.example.com/hook" };
    const { account } = await provisionAccount(keyCtx(partner), input);
    return {
      id: account.accountId,
      email,
      status: async () => (await readAccount(keyCtx(partner), account.accountId)).status,
    };
  };
  const first = await named();
  await visit?.(first);
  clock.advance(daysLater * DAY_MS);
  await forgetVisits();
  const person = await db.user.findUniqueOrThrow({ where: { email } });
  await db.subscription.create({ data: { userId: person.id, active: true } });
  const second = await named();
  await approveLink(personCtx(person), second.id);
  await makeIdentity(person);
  await inTransaction(async (tx) => {
    await askElsewhere(tx, systemCtx(), { userId: person.id, accountId: second.id });
    await deriveStatusesOfUser(tx, systemCtx(), person.id);
  });
  expect(await second.status()).toBe("active");
  return { status: await first.status(), asked: await db.linkRequest.count({ where: { accountId: first.id } }) };
}

describe("a platform that named a person first, when they are verified on another", () => {
  it.each([0, 30])("has them where they began by its mail, %i days before", async (days) => {
    expect(await verifiedElsewhere(visitByMail, days)).toEqual({ status: "active", asked: 0 });
  });

  it.each([
    ["never came", null],
    ["typed a code, which they may have been talked out of", visitByCode],
  ] as const)("has to ask them where they %s", async (_, visit) => {
    expect(await verifiedElsewhere(visit)).toEqual({ status: "pending_id_verification", asked: 1 });
  });
});
