import { describe, expect, it } from "vitest";
import { findProof, performerSubject, proveBrowser } from "@/lib/domain/acts";
import { rejectIdentity } from "@/lib/domain/creators/decisions";
import { listCheckHistory, openEvidence, viewCheck } from "@/lib/domain/identity";
import { clock } from "@/lib/platform/clock";
import { sha256 } from "@/lib/platform/crypto";
import { db, inTransaction } from "@/lib/platform/db";
import { DAY_MS } from "@/lib/platform/duration";
import { eventsOf, eventTypesOf, linesOn, mailsTo } from "@/lib/testing/effects";
import {
  freshEmail,
  makeCustodian,
  makeIdentity,
  makeUser,
  personCtx,
  staffCtx,
  systemCtx,
} from "@/lib/testing/factories";
import { approveIdentity, makeReviewer, makeSubmittedFor } from "@/lib/testing/identity-checks";
import { answered, enterPerformerCode, openLink, openVerified, sign } from "@/lib/testing/performers";
import { makeScene, readScene } from "@/lib/testing/scenes";
import { statementsOf } from "@/lib/testing/sql";
import { makeUploadSession } from "@/lib/testing/upload-sessions";
import { USES } from "../consents/labels";
import { sendPerformerCode } from "./prove-performer";
import { refuseConsent } from "./refuse-consent";
import { readRelease, signRelease } from "./sign-release";

const consented = "collab_scene.performer_consented";
const greenlit = "collab_scene.greenlit";

describe("proving the mailbox", () => {
  it("makes the person, binds them once and says whether they are new", async () => {
    const scene = await makeScene();
    const [performer] = scene.performers;
    expect(await db.user.findUnique({ where: { email: performer.email } })).toBeNull();
    const first = await openLink(performer);
    const again = await openLink(performer);
    expect(again.actor.userId).toBe(first.actor.userId);
    expect(again.actor.visit).not.toEqual(first.actor.visit);
    expect((await readScene(scene)).performers).toMatchObject([{ userId: first.actor.userId, registeredHere: true }]);
    const lines = await linesOn(performer.id);
    expect(lines.map(({ action, actorId, partnerId }) => ({ action, actorId, partnerId }))).toEqual(
      [1, 2].map(() => ({ action: "scene_performer.code_entered", actorId: first.actor.userId, partnerId: null })),
    );
    expect((await linesOn(first.actor.userId)).map(({ action }) => action)).toEqual(["user.created"]);
  });

  it("creates no person for a closed scene", async () => {
    const scene = await makeScene(undefined, { createdAt: new Date(Date.now() - 14 * DAY_MS) });
    const [performer] = scene.performers;
    expect(await enterPerformerCode(performer)).toMatchObject({ userId: null, visit: { provenBy: "link_and_code" } });
    expect(await db.user.findUnique({ where: { email: performer.email } })).toBeNull();
    expect((await readScene(scene)).performers).toMatchObject([{ userId: null }]);
  });

  it("mails the same code mail to everyone, also after the decision, and nothing to a partner's history", async () => {
    const scene = await makeScene(undefined, { performers: [{}, {}, {}] });
    const [unknown, known, decided] = scene.performers;
    await makeIdentity(await makeUser({ email: known.email }));
    await sign(await openLink(decided), decided);
    const ctx = systemCtx("consent");
    const seen = [];
    for (const { id: performerId, email } of [unknown, known, decided]) {
      let cookie: string[] = [];
      const work = await statementsOf(async () => {
        const sent = await sendPerformerCode(ctx, { performerId, visitToken: undefined });
        cookie = Object.keys("cookie" in sent ? (sent.cookie ?? {}) : {});
      });
      const mail = (await mailsTo(email)).at(-1);
      const line = (await linesOn(performerId)).at(-1);
      seen.push({ work, cookie, mail: { ...mail, props: Object.keys(mail?.props ?? {}) }, action: line?.action });
      expect(line).toMatchObject({ action: "scene_performer.code_sent", partnerId: null });
    }
    expect(seen[0]).toMatchObject({ mail: { template: "link_code", props: ["code", "expiresInMinutes"] } });
    expect(seen[1]).toEqual(seen[0]);
    expect(seen[2]).toEqual(seen[0]);
  });

  it("takes no visit that only a link proved", async () => {
    const [{ id }] = (await makeScene()).performers;
    const subject = performerSubject(id);
    const { cookie } = await inTransaction((tx) =>
      proveBrowser(tx, { subject, visitToken: undefined, provenBy: "mail_link" }),
    );
    expect((await findProof(subject, cookie.token)).proof).toBeNull();
  });
});

describe("signing", () => {
  it("keeps the text that was shown and where it came from, and greenlights with the last signature", async () => {
    const scene = await makeScene(undefined, { performers: [{}, {}] });
    const [ada, ben] = scene.performers;
    const [first, second] = [await openVerified(ada), await openVerified(ben)];
    expect(await sign(first, ada)).toEqual({ signed: true });
    expect(await sign(first, ada)).toEqual({ signed: false });
    expect(await eventTypesOf(scene.partner)).toEqual([consented]);
    await sign(second, ben);

    const { status, greenlitAt, performers } = await readScene(scene);
    expect(status).toBe("greenlit");
    const [signed] = performers;
    const release = await db.attestation.findUniqueOrThrow({ where: { id: signed?.releaseId ?? "" } });
    const { text } = await readRelease(first, { performerId: ada.id, given: USES });
    expect(release).toMatchObject({
      text,
      textSha256: new Uint8Array(sha256(text)),
      signedName: "Ada Example",
      userId: first.actor.userId,
      proof: "link_and_code",
      visitId: first.actor.visit?.id,
      ip: first.ip,
      userAgent: first.userAgent,
      attestedAt: signed?.signedAt,
    });
    const events = await eventsOf(scene.partner);
    expect(events.map(({ data }) => data)).toEqual([
      {
        scene: { id: scene.id },
        performer: { email: ada.email, consentedAt: signed?.consentedAt?.toISOString() },
        uploadSessionId: null,
      },
      expect.objectContaining({ performer: expect.objectContaining({ email: ben.email }) }),
      {
        scene: { id: scene.id, status: "greenlit", greenlitAt: greenlitAt?.toISOString() },
        uploadSessionId: null,
      },
    ]);
  });

  it("names the platform alone as the date's source only if the uploader didn't attest on our page", async () => {
    const session = await makeUploadSession(undefined, { detectedFaceCount: 2 });
    const hosted = await makeScene(session.partner, { uploadSessionId: session.id });
    const sent = "The Platform gave the title and the date.";
    const entered = "The Platform gave the title. The Platform or the Producer gave the date.";
    for (const [{ performers }, said, unsaid] of [
      [hosted, entered, sent],
      [await makeScene(), sent, entered],
    ] as const) {
      const { text } = await readRelease(await openLink(performers[0]), { performerId: performers[0].id });
      expect(text).toContain(said);
      expect(text).not.toContain(unsaid);
    }
  });

  it("tells the partner nothing before the ID is verified, and leaves the session's key out for a new person", async () => {
    const scene = await makeScene();
    const [performer] = scene.performers;
    await sign(await openLink(performer), performer);
    expect(await eventTypesOf(scene.partner)).toEqual([]);
    const { checkId, staff } = await makeSubmittedFor(performer.email);
    await approveIdentity(staff, { checkId });
    const events = await eventsOf(scene.partner);
    expect(events.map(({ type }) => type)).toEqual([consented, greenlit]);
    for (const { data } of events) expect(data).not.toHaveProperty("uploadSessionId");
    const shown = await db.ledgerEntry.count({
      where: { partnerId: scene.partner.id, subjectId: { in: [scene.id, performer.id] } },
    });
    expect(shown).toBe(0);
  });

  it("waits for a custodian who isn't in the scene", async () => {
    const custodian = await makeCustodian();
    const scene = await makeScene(undefined, { performers: [{}, { email: custodian.email }] });
    const [performer] = scene.performers;
    await sign(await openLink(performer), performer);
    const { checkId, staff } = await makeSubmittedFor(performer.email);
    const own = staffCtx(custodian);
    for (const act of [
      () => viewCheck(own, { checkId, grant: undefined }),
      () => listCheckHistory(own, checkId),
      () => openEvidence(own, { checkId, purpose: "identity_review" }),
    ])
      await expect(act()).rejects.toMatchObject({ status: 403, code: "conflict_of_interest" });
    expect(await db.ledgerEntry.count({ where: { actorId: custodian.id } })).toBe(0);
    await expect(approveIdentity(own, { checkId })).rejects.toMatchObject({ code: "conflict_of_interest" });
    const rejection = { checkId, reason: "other" as const, note: "No." };
    await expect(rejectIdentity(own, rejection)).rejects.toMatchObject({ code: "conflict_of_interest" });
    await approveIdentity(staff, { checkId });
    expect(await eventTypesOf(scene.partner)).toEqual([consented]);
  });

  it("needs the person's own scene, a name, and the text that was shown", async () => {
    const scene = await makeScene();
    const [performer] = scene.performers;
    const ctx = await openVerified(performer);
    const input = { performerId: performer.id, signedName: "Ada", ...(await answered(ctx, performer)) };
    const other = personCtx(await makeUser({ email: freshEmail() }));
    await expect(signRelease(other, input)).rejects.toMatchObject({ status: 404 });
    for (const signedName of [" ", "\u200b"]) {
      await expect(signRelease(ctx, { ...input, signedName })).rejects.toThrow(/full name/);
    }
    await expect(signRelease(ctx, { ...input, shown: "0" })).rejects.toMatchObject({ code: "release_changed" });
    expect(await readScene(scene)).toMatchObject({ performers: [{ signedAt: null, releaseId: null }] });
  });

  it("changes nothing at the end of the last day", async () => {
    const scene = await makeScene(undefined, { performers: [{}, {}] });
    const [signing, waiting] = scene.performers;
    const ctx = await openVerified(signing);
    const { checkId, staff } = await makeSubmittedFor(waiting.email);
    await sign(await openLink(waiting), waiting);
    clock.freeze(scene.expiresAt);
    await expect(sign(ctx, signing)).rejects.toMatchObject({ code: "scene_closed" });
    const refusal = { performerId: signing.id, reason: "declining" as const };
    await expect(refuseConsent(ctx, refusal)).rejects.toMatchObject({ code: "scene_closed" });
    await approveIdentity(await makeReviewer(checkId, staff), { checkId });
    expect(await eventTypesOf(scene.partner)).toEqual([]);
    const { status, performers } = await readScene(scene);
    expect({ status, consented: performers.map(({ consentedAt }) => consentedAt) }).toEqual({
      status: "pending_signatures",
      consented: [null, null],
    });
  });
});

describe("refusing", () => {
  it("blocks the scene for good, with one event and a statement", async () => {
    const scene = await makeScene(undefined, { performers: [{}, {}] });
    const [refusing, signing] = scene.performers;
    const ctx = await openLink(refusing);
    const input = { performerId: refusing.id, reason: "other" as const, note: "I was never there." };
    expect(await refuseConsent(ctx, input)).toEqual({ refused: true });
    expect(await refuseConsent(ctx, { ...input, reason: "not_me" })).toEqual({ refused: false });
    await expect(sign(ctx, refusing)).rejects.toMatchObject({ code: "already_refused" });
    expect(await enterPerformerCode(signing)).toMatchObject({ userId: null });
    expect(await eventsOf(scene.partner)).toMatchObject([
      {
        type: "collab_scene.performer_refused",
        data: { scene: { id: scene.id, status: "blocked" }, performer: { email: refusing.email, reason: "other" } },
      },
    ]);
    const { status, block, performers } = await readScene(scene);
    expect({ status, block }).toEqual({ status: "blocked", block: "refused" });
    const refusal = await db.attestation.findUniqueOrThrow({ where: { id: performers[0]?.refusalId ?? "" } });
    expect(refusal).toMatchObject({
      kind: "refusal",
      reason: "other",
      userId: ctx.actor.userId,
      proof: "link_and_code",
    });
    expect(refusal.text).toContain("I was never there.");
  });

  it("is possible after signing, until the consent counts", async () => {
    const scene = await makeScene(undefined, { performers: [{}, {}] });
    const [{ id: knownId }, { id: freshId }] = scene.performers;
    const [known, fresh] = [await openVerified(scene.performers[0]), await openLink(scene.performers[1])];
    await sign(known, { id: knownId });
    await sign(fresh, { id: freshId });
    const refuse = (ctx: typeof known, performerId: string) => refuseConsent(ctx, { performerId, reason: "declining" });
    await expect(refuse(known, knownId)).rejects.toMatchObject({ code: "already_consented" });
    expect(await refuse(fresh, freshId)).toEqual({ refused: true });
    expect(await eventTypesOf(scene.partner)).toEqual([consented, "collab_scene.performer_refused"]);
  });
});
