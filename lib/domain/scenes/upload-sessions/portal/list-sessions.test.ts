import { expect, test } from "vitest";
import { clock } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";
import { DAY_MS } from "@/lib/platform/duration";
import { FROM, makeAccount, makePartner, portalCtx } from "@/lib/testing/factories";
import { makeScene } from "@/lib/testing/scenes";
import { attestIn, makeUploadSession } from "@/lib/testing/upload-sessions";
import { sessionList } from "./list-sessions";

const ago = (days: number) => new Date(clock.now().getTime() - days * DAY_MS);

test("lists only the partner's own sessions, newest first, with their statuses and scenes", async () => {
  const partner = await makePartner();
  const account = await makeAccount(partner, { status: "active", externalUserId: "ada-1" });
  const expired = await makeUploadSession(partner, { accountId: account.id, createdAt: ago(8) });
  const pending = await makeUploadSession(partner, { accountId: account.id, detectedFaceCount: 3 });
  const completed = await makeUploadSession(partner, { accountId: account.id, createdAt: ago(1) });
  await attestIn(completed);
  const scene = await makeScene(partner, { uploaderAccountId: account.id, uploadSessionId: pending.id });
  await makeUploadSession(await makePartner());
  const { rows, newer, older } = await sessionList.read(portalCtx(partner, "viewer"), {});
  expect([newer, older]).toEqual([null, null]);
  expect(rows.map(({ id, status, sceneId }) => [id, status, sceneId])).toEqual([
    [completed.id, "completed", null],
    [pending.id, "pending", scene.id],
    [expired.id, "expired", null],
  ]);
  expect(rows[1]).toEqual({
    id: pending.id,
    contentId: pending.contentId,
    contentTitle: pending.contentTitle,
    contentType: "video",
    path: "collab",
    status: "pending",
    accountId: account.id,
    externalUserId: "ada-1",
    createdAt: pending.createdAt.toISOString(),
    expiresAt: pending.expiresAt.toISOString(),
    completedAt: null,
    sceneId: scene.id,
    sceneStatus: "pending_signatures",
  });
});

test("finds sessions by title, content id, session id and creator, at this partner only", async () => {
  const partner = await makePartner();
  const ctx = portalCtx(partner);
  const account = await makeAccount(partner, { status: "active", externalUserId: "Studio_7" });
  const named = await makeUploadSession(partner, {
    accountId: account.id,
    contentTitle: "100% Été at the lake",
    contentId: "post_7",
  });
  const { id: other } = await makeAccount(partner, { status: "active" });
  await makeUploadSession(partner, { accountId: other, contentTitle: "1000 nights", contentId: "postX7" });
  await makeUploadSession(await makePartner(), { contentTitle: named.contentTitle, contentId: named.contentId });
  const found = async (q: string) => (await sessionList.read(ctx, { q })).rows.map(({ id }) => id);
  for (const text of ["ete AT", "100%", "post_", named.id.toUpperCase(), "Studio_7", account.email])
    expect(await found(text), text).toEqual([named.id]);
  expect(await found(named.id.slice(0, 20))).toContain(named.id);
  for (const text of ["Studio_", "ost_7", "%", "\\"]) expect(await found(text), text).not.toContain(other);
  expect(await sessionList.find(ctx, { q: "post_7" })).toEqual({
    found: [expect.objectContaining({ id: named.id, contentTitle: named.contentTitle, status: "pending" })],
    isMore: false,
  });
});

test("filters by status by the clock, by path and by creator", async () => {
  const partner = await makePartner();
  const ctx = portalCtx(partner);
  const { id: accountId, email } = await makeAccount(partner, { status: "active" });
  const expired = await makeUploadSession(partner, { accountId, createdAt: ago(7) });
  const pending = await makeUploadSession(partner, { accountId, createdAt: ago(6.9) });
  const collab = await makeUploadSession(partner, { detectedFaceCount: 2 });
  const completed = await makeUploadSession(partner, { accountId });
  await attestIn(completed);
  const list = async (filters: Parameters<typeof sessionList.read>[1]) =>
    (await sessionList.read(ctx, filters)).rows.map(({ id }) => id);
  expect(await list({ status: "expired" })).toEqual([expired.id]);
  expect(await list({ status: "pending" })).toEqual([collab.id, pending.id]);
  expect(await list({ status: "completed" })).toEqual([completed.id]);
  expect(await list({ path: "collab" })).toEqual([collab.id]);
  expect(await list({ creator: email, status: "pending" })).toEqual([pending.id]);
  expect(await list({ creator: "nobody" })).toEqual([]);
  const sent = { q: "a\0", status: "open", path: "collab" };
  expect(sessionList.Filters.parse(sent)).toEqual({ path: "collab" });
});

test("exports the filtered sessions, and records who did without what they searched for", async () => {
  const partner = await makePartner();
  const ctx = portalCtx(partner, "viewer");
  const session = await makeUploadSession(partner, { contentTitle: '=cmd|"x"' });
  await makeUploadSession(partner, { detectedFaceCount: 2 });
  const text = await new Response(await sessionList.export(ctx, { q: "cmd", path: "solo" })).text();
  const [head, line, ...more] = text.trimEnd().split("\r\n");
  expect(head).toContain("sessionId,contentId,contentTitle");
  expect(line).toMatch(new RegExp(`^${session.id},${session.contentId},"'=cmd\\|""x""",video,solo,pending,`));
  expect(more).toEqual([]);
  const told = await db.ledgerEntry.findMany({ where: { subjectId: partner.id, actorId: partner.users.viewer.id } });
  expect(told.map(({ action, detail }) => [action, detail])).toEqual([
    ["upload_session_list.exported", JSON.stringify({ ...FROM, path: "solo", q: true })],
  ]);
});
