import { expect, test } from "vitest";
import { makeAccount, makePartner, portalCtx } from "@/lib/testing/factories";
import { rosterList } from "./list-roster";
import { type RosterFilters, Selection } from "./schemas";

test("finds a creator by the start of an email in any case, the partner's id or the account id", async () => {
  const [partner, other] = [await makePartner(), await makePartner()];
  const account = await makeAccount(partner, { externalUserId: "Ada_1%" });
  await makeAccount(partner, { externalUserId: "AdaX1", email: `x${account.email}` });
  const begins = (text: string) => [text, text.slice(0, -1)];
  for (const find of [...begins(account.email.toUpperCase()), "Ada_1%", "Ada_", ...begins(account.id.toUpperCase())]) {
    const { rows: creators } = await rosterList.read(portalCtx(partner), { find });
    expect(
      creators.map(({ id }) => id),
      find,
    ).toEqual([account.id]);
    expect((await rosterList.read(portalCtx(other), { find })).rows).toEqual([]);
  }
  for (const find of [account.email.slice(1), "ada_1", "%", "_", "\\"]) {
    expect((await rosterList.read(portalCtx(partner), { find })).rows, find).toEqual([]);
  }
});

test("filters by status, by suspend reason, and by both with a search", async () => {
  const partner = await makePartner();
  const ctx = portalCtx(partner);
  const active = await makeAccount(partner, { status: "active", externalUserId: "a-1" });
  const deactivated = await makeAccount(partner, { status: "suspended", externalUserId: "a-2" });
  const held = await makeAccount(partner, { status: "suspended", suspensions: ["service"], externalUserId: "b-3" });
  const found = async (filters: RosterFilters) => (await rosterList.read(ctx, filters)).rows.map(({ id }) => id);
  expect(await found({ status: "active" })).toEqual([active.id]);
  expect(await found({ status: "suspended" })).toEqual([held.id, deactivated.id]);
  expect(await found({ reason: "partner_deactivated" })).toEqual([deactivated.id]);
  expect(await found({ reason: "manual_suspension", status: "suspended" })).toEqual([held.id]);
  expect(await found({ status: "suspended", find: "a-" })).toEqual([deactivated.id]);
  expect(await found({ reason: "manual_suspension", find: "a-" })).toEqual([]);
  expect(rosterList.Filters.parse({ status: "verified", reason: ["a"], find: " a-1 " })).toEqual({ find: "a-1" });
});

test("a change with invalid filters selects no creators", () => {
  for (const filters of [
    { status: "gone" },
    { reason: "none" },
    { find: "x".repeat(451) },
    { find: "\0" },
    { state: "active" },
  ]) {
    expect(rosterList.Filters.parse(filters)).toEqual({});
    expect(Selection.safeParse({ filters }).success, JSON.stringify(filters)).toBe(false);
  }
  expect(Selection.safeParse({ accountIds: ["a"], filters: {} }).success).toBe(false);
  const understood = { find: "ada", status: "active", reason: undefined };
  expect(Selection.parse({ filters: understood })).toEqual({ filters: understood });
  expect(Selection.parse({ filters: {} })).toEqual({ filters: {} });
});
