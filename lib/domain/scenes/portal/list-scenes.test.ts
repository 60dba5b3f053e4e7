import { expect, test } from "vitest";
import { db } from "@/lib/platform/db";
import { DAY_MS } from "@/lib/platform/duration";
import { newId } from "@/lib/platform/ids";
import { FROM, freshEmail, makeAccount, makePartner, portalCtx } from "@/lib/testing/factories";
import { makeScene } from "@/lib/testing/scenes";
import { countScenes, listClosingScenes, sceneList } from "./list-scenes";

const ago = (days: number) => new Date(Date.now() - days * DAY_MS);

test("lists only the partner's own scenes, newest first, with counts that tell no more than the API", async () => {
  const partner = await makePartner();
  const ctx = portalCtx(partner, "viewer");
  const account = await makeAccount(partner, { status: "active", externalUserId: "lake-1" });
  const first = await makeScene(partner, { uploaderAccountId: account.id, performers: [{}, {}] });
  const second = await makeScene(partner, { status: "blocked", block: "refused", blockedAt: ago(0) });
  await makeScene(await makePartner());
  const { rows, newer, older } = await sceneList.read(ctx, {});
  expect(rows.map(({ id }) => id)).toEqual([second.id, first.id]);
  expect([newer, older]).toEqual([null, null]);
  expect(rows[1]).toEqual({
    id: first.id,
    title: first.title,
    status: "pending_signatures",
    block: null,
    accountId: account.id,
    externalUserId: "lake-1",
    performerCount: 2,
    consentedCount: 0,
    refusedCount: 0,
    createdAt: first.createdAt,
    expiresAt: first.expiresAt,
    endedAt: null,
    sceneFeeCents: null,
    onboardingFeeCents: null,
    billedTo: null,
    paymentChargeId: null,
  });
  expect(rows[0]).toMatchObject({ block: "refused", endedAt: second.blockedAt });
  expect(await countScenes(ctx)).toEqual({ pending_signatures: 1, greenlit: 0, blocked: 1, cancelled: 0 });
});

test("finds scenes by title, id, performer's email and uploader, at this partner only", async () => {
  const partner = await makePartner();
  const ctx = portalCtx(partner);
  const email = freshEmail("ada");
  const account = await makeAccount(partner, { status: "active", externalUserId: "Studio_7" });
  const named = await makeScene(partner, {
    title: "100% Summer at the lake",
    uploaderAccountId: account.id,
    performers: [{}, { email }],
  });
  await makeScene(partner, { title: "1000 nights" });
  await makeScene(await makePartner(), { title: named.title, performers: [{ email }] });
  const found = async (q: string) => (await sceneList.read(ctx, { q })).rows.map(({ id }) => id);
  for (const text of [
    "SUMMER at",
    "100%",
    named.id,
    named.id.slice(0, 20).toUpperCase(),
    email.slice(0, 20),
    "Studio_",
  ])
    expect(await found(text), text).toContain(named.id);
  expect(await found("100%")).toHaveLength(1);
  expect(await found(email.toUpperCase())).toEqual([named.id]);
  expect(await found("Studio%")).toEqual([]);
  expect(await sceneList.find(ctx, { q: email })).toEqual({
    found: [expect.objectContaining({ id: named.id, title: named.title, status: "pending_signatures" })],
    isMore: false,
  });
});

test("filters by status, days and what closes soon, the next one first on the overview", async () => {
  const partner = await makePartner();
  const ctx = portalCtx(partner);
  const old = await makeScene(partner, { createdAt: ago(13.5) });
  const older = await makeScene(partner, { createdAt: ago(13.9) });
  const fresh = await makeScene(partner);
  const over = await makeScene(partner, { createdAt: ago(13.9), status: "cancelled", cancelledAt: ago(1) });
  const list = async (filters: Parameters<typeof sceneList.read>[1]) =>
    (await sceneList.read(ctx, filters)).rows.map(({ id }) => id).toSorted();
  expect(await list({ closes: "1" })).toEqual([old.id, older.id].toSorted());
  expect(await list({ status: "cancelled" })).toEqual([over.id]);
  expect(await list({ from: new Date().toISOString().slice(0, 10) })).toEqual([fresh.id]);
  expect(await list({ to: ago(2).toISOString().slice(0, 10), status: "pending_signatures" })).toHaveLength(2);
  const closing = await listClosingScenes(ctx);
  expect(closing).toMatchObject({ count: 2, isMore: false });
  expect(closing.next[0]).toMatchObject({ performerCount: 1, consentedCount: 0 });
  const stranger = portalCtx(await makePartner());
  expect(await listClosingScenes(stranger)).toEqual({ next: [], count: 0, isMore: false });
  expect(await db.collabScene.count({ where: { partnerId: partner.id } })).toBe(4);
});

test("ignores filters that can't be read", () => {
  const sent = { q: "a\0", status: "greenlit", closes: "99", from: "yesterday", to: "2026-02-30" };
  expect(sceneList.Filters.parse(sent)).toEqual({ status: "greenlit" });
});

test("exports the filtered scenes with their fees, and records who did", async () => {
  const partner = await makePartner();
  const ctx = portalCtx(partner, "viewer");
  const scene = await makeScene(partner, { title: '=cmd|"x"', status: "cancelled", cancelledAt: ago(1) });
  const other = await makeScene(partner);
  await makeScene();
  await db.sceneFee.create({
    data: {
      id: newId(),
      sceneId: scene.id,
      partnerId: partner.id,
      createdAt: ago(1),
      sceneFeeCents: 500,
      onboardingFeeCents: 2500,
      billedTo: "platform_invoice",
      status: "invoiced",
    },
  });
  const read = async (filters: Parameters<typeof sceneList.export>[1]) =>
    (await new Response(await sceneList.export(ctx, filters)).text()).trimEnd().split("\r\n");
  const [head, ...lines] = await read({});
  expect(head).toContain("sceneId,title,uploaderAccountId");
  expect(lines.map((line) => line.slice(0, 25))).toEqual([other.id, scene.id]);
  const [, line] = await read({ status: "cancelled", q: "cmd" });
  expect(line).toMatch(/,"'=cmd\|""x""",.*,cancelled,1,0,0,.*,500,2500,platform_invoice,$/);
  const told = await db.ledgerEntry.findMany({ where: { action: "scene_list.exported", subjectId: partner.id } });
  expect(told.map(({ actorId, detail }) => [actorId, detail])).toEqual([
    [partner.users.viewer.id, JSON.stringify(FROM)],
    [partner.users.viewer.id, JSON.stringify({ ...FROM, status: "cancelled", q: true })],
  ]);
});
