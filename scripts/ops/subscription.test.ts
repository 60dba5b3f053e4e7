import { expect, it } from "vitest";
import { db } from "@/lib/platform/db";
import { freshEmail, makeAccount, makeIdentity, makePartner } from "@/lib/testing/factories";
import { opsProgram } from "@/lib/testing/ops";

const { answer, failure } = opsProgram();

it("subscription grant and lapse: the creator is paid for, and no longer", async () => {
  const account = await makeAccount(await makePartner({ plan: "creator_pays" }));
  await makeIdentity(account.person);
  const { id: personId, email } = account.person;
  const standing = async () => {
    const { status, suspendReason } = await db.soloAccount.findUniqueOrThrow({ where: { id: account.id } });
    return [status, suspendReason];
  };
  expect(await answer("subscription", "grant", email.toUpperCase())).toEqual({
    personId,
    email,
    granted: true,
    active: true,
  });
  expect(await standing()).toEqual(["active", null]);
  expect(await answer("subscription", "lapse", email)).toEqual({ personId, email, lapsed: true, active: false });
  expect(await standing()).toEqual(["suspended", "subscription_lapsed"]);
  expect(await answer("subscription", "lapse", email)).toEqual({ personId, email, lapsed: false, active: false });
});

it("subscription: says what is wrong", async () => {
  const nobody = freshEmail();
  expect(await failure("subscription", "grant", nobody)).toContain(`Nobody has the address ${nobody}.`);
  expect(await failure("subscription", "lapse", "nobody")).toContain("nobody is not an email address.");
  expect(await failure("subscription", "grant")).toContain("email");
});
