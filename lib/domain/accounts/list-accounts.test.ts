import { expect, test } from "vitest";
import { db } from "@/lib/platform/db";
import { newId } from "@/lib/platform/ids";
import { makeAccount, makePartner, portalCtx } from "@/lib/testing/factories";
import { listAccounts, RosterFilters } from "./list-accounts";

test("pages meet every creator once, newest first, and back again", async () => {
  const partner = await makePartner();
  const rows = Array.from({ length: 120 }, (_, n) => ({
    id: newId(),
    partnerId: partner.id,
    externalUserId: `creator-${n}`,
    email: `creator-${n}@example.com`,
    callbackUrl: "https://example.com",
    fundedBy: "platform" as const,
  }));
  await db.soloAccount.createMany({ data: rows });
  const ctx = portalCtx(partner);
  const first = await listAccounts(ctx, {});
  const second = await listAccounts(ctx, { cursor: first.older ?? "" });
  const third = await listAccounts(ctx, { cursor: second.older ?? "" });
  const seen = [first, second, third].flatMap((page) => page.accounts.map((account) => account.externalUserId));
  const newestFirst = rows.toSorted((a, b) => (a.id < b.id ? 1 : -1));
  expect(seen).toEqual(newestFirst.map((row) => row.externalUserId));
  expect([first.newer, third.older]).toEqual([null, null]);
  const back = await listAccounts(ctx, { cursor: third.newer ?? "" });
  expect(back.accounts).toEqual(second.accounts);
});

test.each(["older.", "older.\0", "newer.x", "sideways"])(
  "the cursor %j, which nobody wrote, is a first page",
  async (cursor) => {
    const partner = await makePartner();
    const account = await makeAccount(partner);
    const page = await listAccounts(portalCtx(partner), { cursor });
    expect(page.accounts.map(({ id }) => id)).toEqual([account.id]);
  },
);

test("a creator is found by email in any case, by the partner's id and by account id, and by nobody else", async () => {
  const [partner, other] = [await makePartner(), await makePartner()];
  const account = await makeAccount(partner);
  for (const find of [account.email.toUpperCase(), account.externalUserId, account.id]) {
    expect((await listAccounts(portalCtx(partner), { find })).accounts).toHaveLength(1);
    expect((await listAccounts(portalCtx(other), { find })).accounts).toHaveLength(0);
  }
});

test.each(["\0", "a\0b", "\ud800", ["a", "b"], "a".repeat(451)])(
  "what cannot be looked for, as %j in an address, narrows nothing",
  async (find) => {
    const partner = await makePartner();
    const account = await makeAccount(partner);
    const page = await listAccounts(portalCtx(partner), RosterFilters.parse({ find }));
    expect(page.accounts.map(({ id }) => id)).toEqual([account.id]);
  },
);
