import { expect, test } from "vitest";
import { db } from "@/lib/platform/db";
import { newId } from "@/lib/platform/ids";
import { makeAccount, makePartner, portalCtx } from "@/lib/testing/factories";
import { listRoster } from "./list-roster";
import { RosterFilters, Selection } from "./schemas";

test("pages through every creator once, newest first, and back", async () => {
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
  const first = await listRoster(ctx, {});
  const second = await listRoster(ctx, { cursor: first.older ?? "" });
  const third = await listRoster(ctx, { cursor: second.older ?? "" });
  const seen = [first, second, third].flatMap((page) => page.creators.map((account) => account.externalUserId));
  const newestFirst = rows.toSorted((a, b) => (a.id < b.id ? 1 : -1));
  expect(seen).toEqual(newestFirst.map((row) => row.externalUserId));
  expect([first.newer, third.older]).toEqual([null, null]);
  const back = await listRoster(ctx, { cursor: third.newer ?? "" });
  expect(back.creators).toEqual(second.creators);
});

test.each(["older.", "older.\0", "newer.x", "sideways"])(
  "the forged cursor %j returns the first page",
  async (cursor) => {
    const partner = await makePartner();
    const account = await makeAccount(partner);
    const page = await listRoster(portalCtx(partner), { cursor });
    expect(page.creators.map(({ id }) => id)).toEqual([account.id]);
  },
);

test("finds a creator by the start of an email in any case, the partner's id or the account id", async () => {
  const [partner, other] = [await makePartner(), await makePartner()];
  const account = await makeAccount(partner, { externalUserId: "Ada_1%" });
  await makeAccount(partner, { externalUserId: "AdaX1", email: `x${account.email}` });
  const begins = (text: string) => [text, text.slice(0, -1)];
  for (const find of [...begins(account.email.toUpperCase()), "Ada_1%", "Ada_", ...begins(account.id.toUpperCase())]) {
    const { creators } = await listRoster(portalCtx(partner), { find });
    expect(
      creators.map(({ id }) => id),
      find,
    ).toEqual([account.id]);
    expect((await listRoster(portalCtx(other), { find })).creators).toEqual([]);
  }
  for (const find of [account.email.slice(1), "ada_1", "%", "_", "\\"]) {
    expect((await listRoster(portalCtx(partner), { find })).creators, find).toEqual([]);
  }
});

test("filters by status, by suspend reason, and by both with a search", async () => {
  const partner = await makePartner();
  const ctx = portalCtx(partner);
  const active = await makeAccount(partner, { status: "active", externalUserId: "a-1" });
  const deactivated = await makeAccount(partner, { status: "suspended", externalUserId: "a-2" });
  const held = await makeAccount(partner, { status: "suspended", suspensions: ["service"], externalUserId: "b-3" });
  const found = async (filters: RosterFilters) => (await listRoster(ctx, filters)).creators.map(({ id }) => id);
  expect(await found({ status: "active" })).toEqual([active.id]);
  expect(await found({ status: "suspended" })).toEqual([held.id, deactivated.id]);
  expect(await found({ reason: "partner_deactivated" })).toEqual([deactivated.id]);
  expect(await found({ reason: "manual_suspension", status: "suspended" })).toEqual([held.id]);
  expect(await found({ status: "suspended", find: "a-" })).toEqual([deactivated.id]);
  expect(await found({ reason: "manual_suspension", find: "a-" })).toEqual([]);
  expect(RosterFilters.parse({ status: "verified", reason: ["a"], find: " a-1 " })).toEqual({ find: "a-1" });
});

test.each(["\0", "a\0b", "\ud800", ["a", "b"], "a".repeat(451)])(
  "an impossible filter, such as %j in the URL, doesn't narrow the list",
  async (find) => {
    const partner = await makePartner();
    const account = await makeAccount(partner);
    const page = await listRoster(portalCtx(partner), RosterFilters.parse({ find }));
    expect(page.creators.map(({ id }) => id)).toEqual([account.id]);
  },
);

test("a change with invalid filters selects no creators", () => {
  for (const filters of [
    { status: "gone" },
    { reason: "none" },
    { find: "x".repeat(451) },
    { find: "\0" },
    { state: "active" },
  ]) {
    expect(RosterFilters.parse(filters)).toEqual({});
    expect(Selection.safeParse({ filters }).success, JSON.stringify(filters)).toBe(false);
  }
  expect(Selection.safeParse({ accountIds: ["a"], filters: {} }).success).toBe(false);
  const understood = { find: "ada", status: "active", reason: undefined };
  expect(Selection.parse({ filters: understood })).toEqual({ filters: understood });
  expect(Selection.parse({ filters: {} })).toEqual({ filters: {} });
});
