import { describe, expect, it } from "vitest";
import { deactivateAccount, reactivateAccount } from "@/lib/domain/accounts";
import { setPartnerStatus } from "@/lib/domain/parties/partners";
import { clock } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";
import { eventsOf, eventTypesOf, linesOn, mailsTo } from "@/lib/testing/effects";
import { freshEmail, keyCtx, systemCtx } from "@/lib/testing/factories";
import { atOnce, recordFingerprint } from "@/lib/testing/sql";
import { clickOf, type MadeUploadSession, makeUploadSession } from "@/lib/testing/upload-sessions";
import { completeCollab, completeSolo } from "./complete-session";
import { SESSION_MS } from "./labels";
import { findSessionByToken, readUploadSession } from "./queries";
import { statementOf } from "./statement";

const BROWSER = { ip: "203.0.113.7", userAgent: "Mozilla/5.0 (iPhone)" };
const stranger = () => ({ ...systemCtx("attest"), ...BROWSER });
const two = () => [freshEmail("first"), freshEmail("second")];
const solo = (session: MadeUploadSession, more: object = {}) =>
  completeSolo(stranger(), { ...clickOf(session), ...more });
const collab = (session: MadeUploadSession, more: object = {}) =>
  completeCollab(stranger(), { ...clickOf(session), performers: two(), ...more });

const textOf = (session: MadeUploadSession) => statementOf({ ...session, partnerName: session.partner.name }).text;

describe("a click with one face", () => {
  it("attests, sends the event and writes the ledger, all with one time and the page's exact text", async () => {
    const at = new Date("2026-12-01T12:00:00.123Z");
    clock.freeze(at);
    const session = await makeUploadSession(undefined, { contentTitle: "Sea & “sky” 🎬" });
    expect(await solo(session)).toEqual({ completed: true });
    const text = textOf(session);
    const attestation = await db.attestation.findFirstOrThrow({ where: { subjectId: session.id } });
    expect(attestation).toMatchObject({
      kind: "producer",
      subjectKind: "upload_session",
      proof: "hosted_link",
      text,
      ...BROWSER,
      attestedAt: at,
      userId: session.account.userId,
      email: session.account.email,
      textVersion: expect.any(String),
    });
    const stored = await db.uploadSession.findUniqueOrThrow({ where: { id: session.id } });
    expect(stored).toMatchObject({ completedAt: at, attestationId: attestation.id });
    expect(await eventsOf(session.partner)).toMatchObject([
      {
        type: "upload_session.solo_completed",
        data: {
          sessionId: session.id,
          contentId: session.contentId,
          contentType: "video",
          uploaderExternalUserId: session.account.externalUserId,
          attestation: {
            ip: BROWSER.ip,
            ua: BROWSER.userAgent,
            attestedAt: at.toISOString(),
            text,
            shootDate: "2026-09-01T00:00:00.000Z",
          },
        },
      },
    ]);
    expect((await linesOn(session.id)).map(({ action, partnerId }) => [action, partnerId])).toEqual([
      ["upload_session.completed", session.partnerId],
    ]);
    expect(await findSessionByToken(session.token)).toMatchObject({
      status: "completed",
      obstacle: null,
      completedAt: at,
      attestation: { text, attestedAt: at },
      shootDate: new Date("2026-09-01T00:00:00Z"),
    });
    expect(await readUploadSession(keyCtx(session.partner), session.id)).toMatchObject({
      status: "completed",
      completedAt: at.toISOString(),
    });
  });

  it("happens once, however often it is pressed and whatever the creator's status is since", async () => {
    const session = await makeUploadSession();
    const presses = await Promise.all(Array.from({ length: 10 }, () => solo(session)));
    expect(presses.filter(({ completed }) => completed)).toHaveLength(1);
    const { completedAt } = await db.uploadSession.findUniqueOrThrow({ where: { id: session.id } });
    clock.advance(SESSION_MS);
    await deactivateAccount(keyCtx(session.partner), session.accountId);
    expect(await solo(session, { shown: "another", shootDate: "2020-01-01" })).toEqual({ completed: false });
    expect(await eventTypesOf(session.partner)).toEqual(["upload_session.solo_completed", "solo_account.suspended"]);
    expect(await db.attestation.count({ where: { subjectId: session.id } })).toBe(1);
    expect((await mailsTo(session.account.email)).map(({ template }) => template)).toEqual(["attestation_copy"]);
    expect(await db.uploadSession.findUniqueOrThrow({ where: { id: session.id } })).toMatchObject({ completedAt });
  });

  it("keeps the partner's own date, to the millisecond", async () => {
    const shootDate = new Date("2026-09-04T15:00:00.250Z");
    const session = await makeUploadSession(undefined, { shootDate });
    await solo(session, { shootDate: "2020-01-01" });
    const [event] = await eventsOf(session.partner);
    expect(event?.data).toMatchObject({ attestation: { shootDate: "2026-09-04T15:00:00.250Z" } });
  });

  it.each([null, "", "yesterday", "2026-02-30", "1899-12-31", "2026-12-02", "2026-12-01T00:00:00Z", "20261201"])(
    "refuses the day %j and changes nothing",
    async (shootDate) => {
      clock.freeze("2026-12-01T23:59:59Z");
      const session = await makeUploadSession();
      const before = await recordFingerprint();
      await expect(solo(session, { shootDate })).rejects.toMatchObject({ status: 400, field: "shootDate" });
      expect(await recordFingerprint()).toEqual(before);
      expect(await solo(session, { shootDate: " 2026-12-01 " })).toEqual({ completed: true });
    },
  );

  it("is not found for a session with more faces, or one that doesn't exist", async () => {
    const session = await makeUploadSession(undefined, { detectedFaceCount: 2 });
    await expect(solo(session)).rejects.toMatchObject({ status: 404 });
    await expect(solo(session, { sessionId: "nothing" })).rejects.toMatchObject({ status: 404 });
    await expect(collab(await makeUploadSession())).rejects.toMatchObject({ status: 404 });
  });
});

type Hindrance = (session: MadeUploadSession) => Promise<unknown>;
const suspend: Hindrance = ({ partner, accountId }) => deactivateAccount(keyCtx(partner), accountId);
const deactivate: Hindrance = ({ partnerId }) => setPartnerStatus(systemCtx(), { partnerId, status: "inactive" });
const change =
  (data: object): Hindrance =>
  ({ partnerId: id }) =>
    db.partner.update({ where: { id }, data });
const wait: Hindrance = async () => clock.advance(SESSION_MS);

describe("between the call and the click", () => {
  it.each([
    ["uploader_not_active", 1, suspend],
    ["uploader_not_active", 3, suspend],
    ["partner_inactive", 1, deactivate],
    ["partner_inactive", 3, deactivate],
    ["collab_unavailable", 3, change({ collabScenes: false })],
    ["session_expired", 1, wait],
    ["session_expired", 3, wait],
    ["statement_changed", 1, change({ name: "Renamed" })],
  ])("%s with %i faces changes nothing", async (code, detectedFaceCount, hinder) => {
    const session = await makeUploadSession(undefined, { detectedFaceCount });
    await hinder(session);
    const page = await findSessionByToken(session.token);
    const before = await recordFingerprint();
    await expect((detectedFaceCount === 1 ? solo : collab)(session)).rejects.toMatchObject({ status: 409, code });
    expect(await recordFingerprint()).toEqual(before);
    const isObstacle = !["session_expired", "statement_changed"].includes(code);
    expect(page).toMatchObject({
      status: code === "session_expired" ? "expired" : "pending",
      obstacle: isObstacle ? code : null,
    });
  });

  it("lets one face attest where only scenes were withdrawn, and anyone again once they are active", async () => {
    const session = await makeUploadSession();
    await change({ collabScenes: false })(session);
    await suspend(session);
    await reactivateAccount(keyCtx(session.partner), session.accountId);
    expect(await solo(session)).toEqual({ completed: true });
  });

  it("waits for a suspension that commits first, and the suspension for a click that does", async () => {
    const [early, late] = [await makeUploadSession(), await makeUploadSession()];
    let refused: unknown;
    await atOnce(
      () => suspend(early),
      () => solo(early).catch((error: unknown) => (refused = error)),
    );
    expect(refused).toMatchObject({ code: "uploader_not_active" });
    await atOnce(
      () => solo(late),
      () => suspend(late),
    );
    expect(await eventTypesOf(early.partner)).toEqual(["solo_account.suspended"]);
    expect(await eventTypesOf(late.partner)).toEqual(["upload_session.solo_completed", "solo_account.suspended"]);
  });
});
