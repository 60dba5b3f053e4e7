import { beforeEach, expect, it } from "vitest";
import { linkApprovalOf } from "@/lib/domain/accounts";
import { addAlias } from "@/lib/domain/identity/names";
import { db } from "@/lib/platform/db";
import { makeAccount, makePartner, personCtx } from "@/lib/testing/factories";
import { whereTo } from "@/lib/testing/next";
import { signIn } from "@/lib/testing/signed-in";
import { approveAction, declineAction, retireAliasAction, showIdAction, withdrawAction } from "./actions";

/** An action's result: where it redirected, or its message. */
const ran = async (answer: Promise<unknown>) => {
  const to = await whereTo(answer);
  return typeof to === "string" ? to : Object(to).message;
};

beforeEach(async () => {
  await signIn((await makeAccount()).person);
});

it("answers Not found for another person's accounts and names, and changes nothing", async () => {
  const linked = await makeAccount(undefined, { status: "active" });
  const asked = await makeAccount(undefined, { link: "pending" });
  await addAlias(personCtx(linked.person), "Nova");
  const alias = await db.personAlias.findFirstOrThrow({ where: { userId: linked.person.id } });
  for (const { id } of [linked, asked]) {
    for (const action of [declineAction, withdrawAction, showIdAction]) {
      expect(await ran(action(id))).toBe("Not found");
    }
    expect(await ran(approveAction(id, ""))).toBe("Not found");
  }
  expect(await ran(retireAliasAction(alias.id))).toBe("Not found");
  expect(await ran(withdrawAction("no id at all"))).toBe("Not found");
  expect(await db.soloAccount.findUnique({ where: { id: linked.id } })).toMatchObject({ status: "active" });
  expect(await db.linkRequest.findUnique({ where: { accountId: asked.id } })).toMatchObject({ decision: "pending" });
  expect(await db.personAlias.findUnique({ where: { id: alias.id } })).toMatchObject({ retiredAt: null });
});

it("answers a repeated press like the first", async () => {
  const partner = await makePartner();
  const { id, person } = await makeAccount(partner, { status: "active" });
  const { shown } = linkApprovalOf(partner.name);
  await signIn(person);
  expect(await ran(withdrawAction(id))).toBe("/creator/platforms?done=withdrawn");
  expect(await ran(withdrawAction(id))).toBe("/creator/platforms?done=withdrawn");
  expect(await ran(approveAction(id, "another text"))).toMatch(/has changed since you opened it/);
  expect(await ran(approveAction(id, shown))).toBe("/creator/platforms?done=approved");
  expect(await ran(approveAction(id, shown))).toBe("/creator/platforms?done=approved");
  expect(await ran(showIdAction(id))).toMatch(/^\/onboard\/[\w-]+$/);
});
