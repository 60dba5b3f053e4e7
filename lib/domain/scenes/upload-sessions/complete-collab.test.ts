import { describe, expect, it } from "vitest";
import { readScene } from "@/lib/domain/scenes";
import { db } from "@/lib/platform/db";
import { eventsOf, eventTypesOf, mailsTo } from "@/lib/testing/effects";
import { freshEmail, keyCtx, makeAccount, systemCtx } from "@/lib/testing/factories";
import { makeApproved } from "@/lib/testing/identity-checks";
import { openLink, openVerified, sign } from "@/lib/testing/performers";
import { recordFingerprint } from "@/lib/testing/sql";
import { clickOf, type MadeUploadSession, makeUploadSession } from "@/lib/testing/upload-sessions";
import { completeCollab } from "./complete-session";
import { findSessionByToken, readUploadSession } from "./queries";
import { statementOf } from "./statement";

const BROWSER = { ip: "203.0.113.7", userAgent: "Mozilla/5.0 (iPhone)" };
const two = () => [freshEmail("first"), freshEmail("second")];
const collab = (session: MadeUploadSession, more: object = {}) =>
  completeCollab({ ...systemCtx("attest"), ...BROWSER }, { ...clickOf(session), performers: two(), ...more });
const textOf = (session: MadeUploadSession) => statementOf({ ...session, partnerName: session.partner.name }).text;

describe("a click with several faces", () => {
  it("creates the scene, its attestation and the session's end at once, and announces it with the session", async () => {
    const session = await makeUploadSession(undefined, { detectedFaceCount: 3 });
    const performers = two();
    await collab(session, { performers: [` ${performers[0]?.toUpperCase()}`, "", performers[1] ?? "", " "] });
    const { scene, attestation, ...stored } = await db.uploadSession.findUniqueOrThrow({
      where: { id: session.id },
      include: { scene: true, attestation: true },
    });
    expect(scene).toMatchObject({
      title: session.contentTitle,
      callbackUrl: null,
      uploaderAccountId: session.accountId,
      attestationId: stored.attestationId,
      shootDate: new Date("2026-09-01T00:00:00Z"),
    });
    expect(attestation).toMatchObject({
      kind: "producer",
      subjectKind: "collab_scene",
      subjectId: scene?.id,
      text: textOf(session),
      ...BROWSER,
      proof: "hosted_link",
      email: session.account.email,
      attestedAt: stored.completedAt,
    });
    const sceneId = scene?.id ?? "";
    const { publications: _, ...shown } = await readScene(keyCtx(session.partner), sceneId);
    expect(await eventsOf(session.partner)).toMatchObject([
      {
        type: "collab_scene.created",
        data: {
          scene: { sceneId, performers: shown.performers, fees: { totalCents: 5500 } },
          uploadSessionId: session.id,
        },
      },
    ]);
    expect(shown.performers?.map(({ email }) => email)).toEqual(performers);
    expect(await readUploadSession(keyCtx(session.partner), session.id)).toMatchObject({
      status: "completed",
      sceneId,
    });
    expect(await findSessionByToken(session.token)).toMatchObject({
      scene: { id: sceneId, status: "pending_signatures", performers: performers.map((email) => ({ email })) },
    });
  });

  it("hands on what the session's partner declared, which the creator reads first", async () => {
    const needs = { uses: ["distribution", "download"], acts: ["kissing"] };
    const session = await makeUploadSession(undefined, { detectedFaceCount: 2, needs });
    expect(await findSessionByToken(session.token)).toMatchObject({
      needed: "Depiction, Distribution, Download, “kissing”",
    });
    await collab(session);
    expect(await db.collabScene.findFirst({ where: { uploadSessionId: session.id } })).toMatchObject({ needs });
    const plain = await makeUploadSession(undefined, { detectedFaceCount: 2 });
    expect(await findSessionByToken(plain.token)).toMatchObject({ needed: null });
  });

  it("makes one scene with one fee, however often it is pressed", async () => {
    const session = await makeUploadSession(undefined, { detectedFaceCount: 2 });
    const presses = await Promise.all(Array.from({ length: 10 }, () => collab(session)));
    expect(presses.filter(({ completed }) => completed)).toHaveLength(1);
    const where = { partnerId: session.partnerId };
    expect(await db.collabScene.count({ where })).toBe(1);
    expect(await db.sceneFee.count({ where })).toBe(1);
    expect(await mailsTo(session.account.email)).toHaveLength(1);
    expect(await eventTypesOf(session.partner)).toEqual(["collab_scene.created"]);
  });

  it.each([
    ["performers", () => []],
    ["performers", () => ["", "  "]],
    ["performers", () => Array.from({ length: 11 }, () => freshEmail())],
    ["performers.1", () => [freshEmail(), "ada"]],
    ["performers.2", () => ["twice@example.com", "", "TWICE@example.com "]],
    ["performers.0", ({ account }: MadeUploadSession) => [account.email.toUpperCase()]],
  ])("refuses %s and changes nothing", async (field, named) => {
    const session = await makeUploadSession(undefined, { detectedFaceCount: 2 });
    const before = await recordFingerprint();
    await expect(collab(session, { performers: named(session) })).rejects.toMatchObject({ status: 400, field });
    expect(await recordFingerprint()).toEqual(before);
  });

  it("names its session in the performers' events, but not for one who registered behind the mailed link", async () => {
    const session = await makeUploadSession(undefined, { detectedFaceCount: 3 });
    const performers = two();
    await collab(session, { performers });
    const [newcomer, known] = await db.scenePerformer.findMany({
      where: { scene: { uploadSessionId: session.id } },
      orderBy: { position: "asc" },
    });
    if (!newcomer || !known) throw new Error("two performers");
    await sign(await openLink(newcomer), newcomer);
    await makeApproved(await makeAccount(undefined, { email: newcomer.email }));
    await sign(await openVerified(known), known);
    const events = (await eventsOf(session.partner)).slice(1);
    expect(events.map(({ type }) => type)).toEqual([
      "collab_scene.performer_consented",
      "collab_scene.performer_consented",
      "collab_scene.greenlit",
    ]);
    expect(events[0]?.data).not.toHaveProperty("uploadSessionId");
    for (const { data } of events.slice(1)) expect(data).toHaveProperty("uploadSessionId", session.id);
  });
});
