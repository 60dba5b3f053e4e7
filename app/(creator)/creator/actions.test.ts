import { beforeEach, expect, it, vi } from "vitest";
import { retireAliasAction } from "@/app/(creator)/creator/identity/actions";
import { linkApprovalOf } from "@/lib/domain/accounts";
import { addAlias } from "@/lib/domain/identity/names";
import { db } from "@/lib/platform/db";
import { ctxFor, makeAccount, makePartner, personCtx } from "@/lib/testing/factories";
import { approveAction, declineAction, showIdAction, withdrawAction } from "./actions";

const who = vi.hoisted(() => ({ userId: "" }));
vi.mock("@/app/session", () => ({ requirePerson: async () => ctxFor({ kind: "person", userId: who.userId }) }));
vi.mock("next/navigation", () => ({
  redirect: (path: string) => {
    throw new Error(path);
  },
}));

/** An action's result: where it redirected, or its message. */
const ran = (answer: Promise<{ message?: string }>) =>
  answer.then(
    ({ message }) => message,
    (error: Error) => error.message,
  );

beforeEach(async () => {
  who.userId = (await makeAccount()).person.id;
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
  who.userId = person.id;
  expect(await ran(withdrawAction(id))).toBe("/creator/platforms?done=withdrawn");
  expect(await ran(withdrawAction(id))).toBe("/creator/platforms?done=withdrawn");
  expect(await ran(approveAction(id, "another text"))).toMatch(/has changed since you opened it/);
  expect(await ran(approveAction(id, shown))).toBe("/creator/platforms?done=approved");
  expect(await ran(approveAction(id, shown))).toBe("/creator/platforms?done=approved");
  expect(await ran(showIdAction(id))).toMatch(/^\/onboard\/[\w-]+$/);
});
