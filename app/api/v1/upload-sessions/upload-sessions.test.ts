import { describe, expect, it } from "vitest";
import { findSessionByToken } from "@/lib/domain/scenes/upload-sessions";
import { SESSION_MS } from "@/lib/domain/scenes/upload-sessions/labels";
import { clock } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";
import { DAY_MS } from "@/lib/platform/duration";
import { call } from "@/lib/testing/api";
import { linesOn } from "@/lib/testing/effects";
import { makeAccount, makePartner } from "@/lib/testing/factories";
import { cutOff, recordFingerprint, statementsOf } from "@/lib/testing/sql";
import { makePayingCaller } from "@/lib/testing/syndication";
import { makeUploadSession } from "@/lib/testing/upload-sessions";
import { GET as read } from "./[sessionId]/route";
import { POST as create } from "./route";

const bodyFor = ({ externalUserId }: { externalUserId: string }) => ({
  contentId: "post-1001",
  contentType: "gallery",
  contentTitle: "Summer at the lake",
  detectedFaceCount: 1,
  uploaderExternalUserId: externalUserId,
});

describe("POST /api/v1/upload-sessions", () => {
  it("isn't to be repeated after a lost connection, because the session may exist", async () => {
    const { account, key } = await makePayingCaller();
    let answer: Awaited<ReturnType<typeof call>> | undefined;
    await cutOff("upload_sessions", async () => {
      answer = await call(create, { key, body: bodyFor(account) });
    });
    expect([answer?.status, answer?.headers.get("Retry-After")]).toEqual([503, null]);
    expect(answer?.body.error).toContain("Look for the session in the portal before you repeat it.");
  });

  it("answers 201 with a link that leads to the session, and keeps what was sent", async () => {
    const { partner, account, key } = await makePayingCaller();
    const more = {
      detectedFaceCount: 50,
      callbackUrl: "https://platform.example.com/callback",
      redirectUrl: "https://platform.example.com/back?from=us",
      shootDate: "2026-09-04T17:00:00+02:00",
    };
    const { status, body } = await call(create, { key, body: { ...bodyFor(account), ...more } });
    expect(status).toBe(201);
    expect(Object.keys(body)).toEqual([
      "sessionId",
      "status",
      "path",
      "attestationUrl",
      "contentId",
      "expiresAt",
      "createdAt",
    ]);
    expect(body).toMatchObject({ status: "pending", path: "collab", contentId: "post-1001" });
    expect(Date.parse(String(body.expiresAt)) - Date.parse(String(body.createdAt))).toBe(7 * DAY_MS);
    const id = String(body.sessionId);
    expect(await db.uploadSession.findUniqueOrThrow({ where: { id } })).toMatchObject({
      partnerId: partner.id,
      accountId: account.id,
      ...more,
      contentType: "gallery",
      shootDate: new Date("2026-09-04T15:00:00Z"),
      completedAt: null,
    });
    const token = String(body.attestationUrl).replace("http://localhost:3000/attest/", "");
    expect(token).toMatch(/^[\w-]{43}$/);
    expect(await findSessionByToken(token)).toMatchObject({ id, obstacle: null, billedTo: "platform_invoice" });
    expect(await findSessionByToken(`${token.slice(1)}x`)).toBeNull();
    expect((await linesOn(id)).map(({ action }) => action)).toEqual(["upload_session.created"]);
  });

  it("creates another session with another link for each call", async () => {
    const { account, key } = await makePayingCaller();
    const answers = [1, 2].map(() => call(create, { key, body: bodyFor(account) }));
    const [first, second] = (await Promise.all(answers)).map(({ body }) => body);
    expect(first?.sessionId).not.toBe(second?.sessionId);
    expect(first?.attestationUrl).not.toBe(second?.attestationUrl);
    expect(first?.path).toBe("solo");
  });

  it.each([
    // Everything is wrong or missing: the first field of the documented table is named.
    ["missing_parameter", "contentId", { contentId: undefined, contentType: "x", detectedFaceCount: "1" }],
    ["invalid_field", "contentId", { contentId: "x".repeat(256), contentType: "x" }],
    ["invalid_field", "contentId", { contentId: "" }],
    ["invalid_field", "contentType", { contentType: "audio", contentTitle: undefined }],
    ["invalid_field", "contentTitle", { contentTitle: "x".repeat(501), detectedFaceCount: 0 }],
    ["invalid_field", "contentTitle", { contentTitle: " \u200b " }],
    ["invalid_field", "detectedFaceCount", { detectedFaceCount: 0, uploaderExternalUserId: undefined }],
    ["invalid_field", "detectedFaceCount", { detectedFaceCount: 51 }],
    ["invalid_field", "detectedFaceCount", { detectedFaceCount: 1.5 }],
    ["invalid_field", "detectedFaceCount", { detectedFaceCount: "1" }],
    ["invalid_field", "detectedFaceCount", { detectedFaceCount: true }],
    ["missing_parameter", "uploaderExternalUserId", { uploaderExternalUserId: undefined, callbackUrl: "nowhere" }],
    ["invalid_field", "uploaderExternalUserId", { uploaderExternalUserId: "x".repeat(451) }],
    ["invalid_field", "callbackUrl", { callbackUrl: "nowhere", redirectUrl: "nowhere" }],
    ["invalid_field", "redirectUrl", { redirectUrl: "javascript:alert(1)", shootDate: "2026-09-04" }],
    ["invalid_field", "redirectUrl", { redirectUrl: "https://ada:secret@platform.example.com/" }],
    ["invalid_field", "shootDate", { shootDate: "2026-09-04" }],
    ["invalid_field", "shootDate", { shootDate: "1899-12-31T00:00:00Z" }],
    ["invalid_field", "shootDate", { shootDate: new Date(Date.now() + 2 * DAY_MS).toISOString() }],
  ])("answers 400 %s %s", async (code, field, more) => {
    const { partner, key } = await makePayingCaller();
    // Fields come before the uploader, who doesn't exist here.
    const answer = await call(create, { key, body: { ...bodyFor({ externalUserId: "nobody" }), ...more } });
    expect(answer).toMatchObject({ status: 400, body: { code, field } });
    expect(await db.uploadSession.count({ where: { partnerId: partner.id } })).toBe(0);
  });

  it("takes the longest values, null for an optional field, and the smallest number", async () => {
    const { partner, key } = await makePayingCaller();
    const externalUserId = "é".repeat(450);
    await makeAccount(partner, { status: "active", externalUserId });
    const body = {
      ...bodyFor({ externalUserId }),
      contentId: "ü".repeat(255),
      contentTitle: "x".repeat(500),
      detectedFaceCount: 1.0,
      callbackUrl: null,
      redirectUrl: null,
      shootDate: null,
    };
    expect(await call(create, { key, body })).toMatchObject({ status: 201, body: { contentId: "ü".repeat(255) } });
  });

  it("answers 409 with the same bytes and the same work for every uploader without an active account", async () => {
    const { partner, key } = await makePayingCaller({ collabScenes: false });
    const others = [
      await makeAccount(partner),
      await makeAccount(partner, { status: "suspended" }),
      await makeAccount(partner, { status: "subscribed_pending_id" }),
      await makeAccount(partner, { link: "pending" }),
      await makeAccount(partner, { link: "declined" }),
      await makeAccount(await makePartner(), { status: "active" }),
      { externalUserId: "nobody" },
    ];
    const seen = new Set<string>();
    for (const account of others) {
      const before = await recordFingerprint();
      // Inactive comes before the plan's missing scenes.
      let answer: Awaited<ReturnType<typeof call>> | undefined;
      const work = await statementsOf(async () => {
        answer = await call(create, { key, body: { ...bodyFor(account), detectedFaceCount: 2 } });
      });
      expect(await recordFingerprint()).toEqual(before);
      seen.add(JSON.stringify([answer?.status, answer?.body, work]));
    }
    expect([...seen]).toEqual([expect.stringContaining('[409,{"error":"The uploader has no active solo account"')]);
    expect([...seen][0]).toContain('"code":"uploader_not_solo_active"');
  });

  it("answers 409 by the account's funding for more than one face, and takes one face", async () => {
    const { partner, account, key } = await makePayingCaller({ collabScenes: false });
    const faces = (detectedFaceCount: number, of = account) =>
      call(create, { key, body: { ...bodyFor(of), detectedFaceCount } });
    expect(await faces(2)).toMatchObject({
      status: 409,
      body: { code: "collab_scenes_not_available_on_platform_pays" },
    });
    expect((await faces(1)).status).toBe(201);
    const onTheirOwn = await makeAccount(partner, { status: "active", fundedBy: "creator" });
    expect((await faces(2, onTheirOwn)).status).toBe(201);
  });
});

describe("GET /api/v1/upload-sessions/{sessionId}", () => {
  it("repeats the session with its link, and expires by the clock alone", async () => {
    const { account, key } = await makePayingCaller();
    const made = await call(create, { key, body: bodyFor(account) });
    const params = { sessionId: String(made.body.sessionId) };
    const seen = async () => (await call(read, { key, params })).body;
    expect(await seen()).toEqual({ ...made.body, completedAt: null });
    clock.freeze(new Date(Date.parse(String(made.body.expiresAt)) - 1));
    expect((await seen()).status).toBe("pending");
    clock.advance(1);
    expect(await seen()).toEqual({ ...made.body, status: "expired", completedAt: null });
  });

  it("has the scene's id on the collab path only", async () => {
    const { partner, key } = await makePayingCaller();
    const { id: sessionId } = await makeUploadSession(partner, { detectedFaceCount: 2 });
    expect((await call(read, { key, params: { sessionId } })).body).toMatchObject({ path: "collab", sceneId: null });
  });

  it("keeps the link for as long as it opens the session", async () => {
    const { partner, key } = await makePayingCaller();
    const { id: sessionId, url } = await makeUploadSession(partner, { createdAt: new Date(Date.now() - SESSION_MS) });
    const answer = await call(read, { key, params: { sessionId } });
    expect(answer.body).toMatchObject({ status: "expired", attestationUrl: url });
    // As after a change of the master key: what is stored doesn't match what is derived.
    await db.uploadSession.update({ where: { id: sessionId }, data: { linkHash: new Uint8Array(32) } });
    const renewed = String((await call(read, { key, params: { sessionId } })).body.attestationUrl);
    expect(renewed).not.toBe(url);
    expect(await findSessionByToken(renewed.slice(renewed.lastIndexOf("/") + 1))).toMatchObject({ id: sessionId });
    expect((await call(read, { key, params: { sessionId } })).body.attestationUrl).toBe(renewed);
  });
});
