import { inflateSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { listLooks } from "@/lib/domain/creators/overview";
import { clock } from "@/lib/platform/clock";
import { sha256Hex } from "@/lib/platform/crypto";
import { db } from "@/lib/platform/db";
import { DAY_MS } from "@/lib/platform/duration";
import { composeMail } from "@/lib/platform/mail/send-mail-task";
import { linesOn, mailsTo } from "@/lib/testing/effects";
import {
  freshEmail,
  makeAccount,
  makeCustodian,
  makePartner,
  makeUser,
  personCtx,
  portalCtx,
  staffCtx,
  systemCtx,
} from "@/lib/testing/factories";
import { wordsOfPdfs } from "@/lib/testing/pdf-words";
import { verifySignedPdf } from "@/lib/testing/signed-pdf";
import { attestIn, clickOf, makeUploadSession } from "@/lib/testing/upload-sessions";
import { completeCollab } from "../complete-session";
import { COPY_MAILS_A_DAY } from "../labels";
import { attestedList, listPendingUploads } from "../own-sessions";
import { attestationCopyMail } from "./attestation-copy-mail";
import { listAttestedSessions, openAttestationCopy, viewAttestationCopy } from "./open-attestation-copy";

/** A completed session of a verified creator, and what they stated. */
async function attested() {
  const partner = await makePartner({ name: "夜 Platform" });
  const session = await makeUploadSession(partner, { contentTitle: "夜 “Zoë & Łukasz”", contentId: "post-1" });
  const { text } = await attestIn(session);
  return { partner, session, text, me: personCtx({ id: session.account.userId ?? "" }) };
}

/** The compressed streams of a PDF, as text. */
const streamsOf = (pdf: Buffer): string[] =>
  [...pdf.toString("latin1").matchAll(/stream\n([\s\S]*?)\nendstream/g)].flatMap(([, body = ""]) => {
    try {
      return [inflateSync(Buffer.from(body, "latin1")).toString()];
    } catch {
      return [];
    }
  });

/** The certificate for programs that a copy has attached. */
const certificateIn = (pdf: Buffer): unknown => JSON.parse(streamsOf(pdf).find((one) => one.startsWith("{")) ?? "");

/** A copy, and the words on its pages. */
async function drawnFor(...[ctx, sessionId]: Parameters<typeof openAttestationCopy>) {
  let pdf: Buffer = Buffer.alloc(0);
  const words = await wordsOfPdfs(async () => {
    ({ pdf } = await openAttestationCopy(ctx, sessionId));
  });
  return { pdf, words };
}

describe("the copy of an attestation", () => {
  it("is a signed PDF with the exact text, and names the creator only by the platform's id", async () => {
    const { partner, session, text } = await attested();
    const { pdf, fileName } = await openAttestationCopy(portalCtx(partner, "admin"), session.id);
    expect(fileName).toBe(`attestation-${session.id}.pdf`);
    verifySignedPdf(pdf);
    const streams = streamsOf(pdf);
    expect(streams).toContain(text);
    expect(certificateIn(pdf)).toMatchObject({
      platform: "夜 Platform",
      creator: session.account.externalUserId,
      content: { id: "post-1", title: "夜 “Zoë & Łukasz”" },
      attestation: { sha256: sha256Hex(text), proof: "hosted_link", ip: "203.0.113.7", userAgent: "vitest" },
    });
    const { email, userId } = session.account;
    const { legalName } = await db.identity.findUniqueOrThrow({ where: { userId: userId ?? "" } });
    for (const hidden of [email, legalName, userId ?? ""])
      for (const part of [pdf.toString("latin1"), ...streams]) expect(part).not.toContain(hidden);
    const changed = Buffer.from(pdf);
    changed.writeUInt8(changed.readUInt8(40) ^ 1, 40);
    expect(() => verifySignedPdf(changed)).toThrow("the file was changed");
  });

  it("doesn't claim that the creator attested, because the link doesn't prove who did", async () => {
    const { session, me } = await attested();
    const { words } = await drawnFor(me, session.id);
    expect(words).toContain(
      `Creator, by the platform's user id\n${session.account.externalUserId}\nAttested by\nSomeone who opened the platform's link for this creator. The link doesn't prove`,
    );
  });

  it("has no line that the platform wrote, and its files have the platform's words as they were", async () => {
    const content = {
      contentTitle: "Summer”\n\nAttested by\n\nGovernment ID\u2028“",
      contentId: "1\r\nScene\n\u202e2",
    };
    const partner = await makePartner();
    const session = await makeUploadSession(partner, content);
    await attestIn(session);
    const { pdf, words } = await drawnFor(portalCtx(partner), session.id);
    expect(words).toContain("\n“Summer' Attested by Government ID '”\n");
    expect(words).toContain("\n1 Scene 2\n");
    expect(certificateIn(pdf)).toMatchObject({ content: { id: content.contentId, title: content.contentTitle } });
  });

  it("is for the partner and the creator only, once it is completed, and each download is recorded", async () => {
    const { partner, session, me } = await attested();
    const { id: pending } = await makeUploadSession(partner);
    const refused = [
      [portalCtx(await makePartner()), session.id],
      [personCtx(await makeUser()), session.id],
      [portalCtx(partner), pending],
      [me, "x\0"],
    ] as const;
    for (const [ctx, id] of refused) await expect(openAttestationCopy(ctx, id)).rejects.toMatchObject({ status: 404 });
    for (const role of ["developer", "viewer"] as const) {
      const reads = openAttestationCopy(portalCtx(partner, role), session.id);
      await expect(reads).rejects.toMatchObject({ status: 403 });
    }
    await openAttestationCopy(portalCtx(partner, "admin"), session.id);
    await openAttestationCopy(me, session.id);
    const lines = (await linesOn(session.id)).filter(({ action }) => action === "upload_session.copy_downloaded");
    expect(lines).toMatchObject([
      { actorId: partner.users.admin.id, partnerId: partner.id },
      { actorKind: "person", actorId: me.actor.userId, partnerId: null },
    ]);
  });

  it("is for custodians with a purpose, which the creator sees, but not for their own", async () => {
    const { session, me } = await attested();
    const input = { sessionId: session.id, purpose: "inspection" };
    const custodian = staffCtx(await makeCustodian());
    verifySignedPdf((await viewAttestationCopy(custodian, input)).pdf);
    expect((await linesOn(session.id)).at(-1)).toMatchObject({
      action: "upload_session.viewed",
      actorId: custodian.actor.userId,
      reason: "inspection",
      partnerId: null,
    });
    expect((await listLooks(me, undefined)).looks).toMatchObject([
      { action: "person.attestation_viewed", by: "custodian", reason: "inspection" },
    ]);
    await expect(viewAttestationCopy(staffCtx(await makeUser()), input)).rejects.toMatchObject({ status: 403 });
    await db.user.update({ where: { id: me.actor.userId }, data: { staffRole: "custodian" } });
    const own = viewAttestationCopy(staffCtx({ id: me.actor.userId }), input);
    await expect(own).rejects.toMatchObject({ code: "conflict_of_interest" });
  });

  it("isn't for a custodian whom it names, also by address before they sign", async () => {
    const session = await makeUploadSession(undefined, { detectedFaceCount: 2 });
    const named = await makeCustodian();
    await completeCollab(systemCtx("attest"), { ...clickOf(session), performers: [named.email] });
    const input = { sessionId: session.id, purpose: "inspection" };
    const own = viewAttestationCopy(staffCtx(named), input);
    await expect(own).rejects.toMatchObject({ status: 403, code: "conflict_of_interest" });
    expect(await listAttestedSessions(staffCtx(named), session.accountId)).toEqual([]);
    expect((await linesOn(session.id)).map(({ action }) => action)).not.toContain("upload_session.viewed");
    const other = staffCtx(await makeCustodian());
    expect(await listAttestedSessions(other, session.accountId)).toMatchObject([{ id: session.id }]);
    verifySignedPdf((await viewAttestationCopy(other, input)).pdf);
  });
});

it("a person sees what they attested to and what waits for them on all platforms, and nothing of somebody else's", async () => {
  const me = await makeUser();
  const [made, waiting]: [string[], string[]] = [[], []];
  for (const name of ["First", "Second"]) {
    const partner = await makePartner({ name });
    const { id: accountId } = await makeAccount(partner, { status: "active", userId: me.id });
    waiting.unshift((await makeUploadSession(partner, { accountId })).id);
    await makeUploadSession(partner, { accountId, createdAt: new Date(0) });
    const session = await makeUploadSession(partner, { accountId });
    await attestIn(session);
    made.unshift(session.id);
  }
  await makeUploadSession();
  await attestIn(await makeUploadSession());
  const { rows, older } = await attestedList.read(personCtx(me), {});
  expect(rows.map(({ sessionId, platform }) => [sessionId, platform])).toEqual([
    [made[0], "Second"],
    [made[1], "First"],
  ]);
  expect(older).toBeNull();
  const { rows: none } = await attestedList.read(personCtx(me), { cursor: `older.${rows.at(-1)?.id}` });
  expect(none).toEqual([]);
  const pending = await listPendingUploads(personCtx(me));
  expect(pending.map(({ sessionId, platform }) => [sessionId, platform])).toEqual([
    [waiting[0], "Second"],
    [waiting[1], "First"],
  ]);
});

it("an attestation leads to the scene that it created", async () => {
  const session = await makeUploadSession(undefined, { detectedFaceCount: 2 });
  await completeCollab(systemCtx("attest"), { ...clickOf(session), performers: [freshEmail("performer")] });
  const scene = await db.collabScene.findFirstOrThrow({ where: { uploadSessionId: session.id } });
  const me = personCtx({ id: session.account.userId ?? "" });
  expect((await attestedList.read(me, {})).rows).toMatchObject([{ sceneId: scene.id, isGreenlit: false }]);
  expect(await listPendingUploads(me)).toEqual([]);
});

describe("the mail after an attestation", () => {
  const flat = (words: string) => words.replace(/[\s>]+/g, " ");

  /** A creator's mail about a work with this title. */
  async function mailed(contentTitle: string) {
    const partner = await makePartner({ name: "夜 Platform" });
    const session = await makeUploadSession(partner, { contentTitle, contentType: "image" });
    const { text } = await attestIn(session);
    const [mail, ...more] = (await mailsTo(session.account.email)).filter(
      ({ template }) => template === attestationCopyMail.name,
    );
    expect(more).toEqual([]);
    const composed = await composeMail(attestationCopyMail, mail?.props);
    expect(mail?.url).toMatch(/\/creator\/attestations$/);
    expect(composed.subject).toBe("You attested to an upload on 夜 Platform");
    expect(flat(composed.text)).toContain("Day of production: September 1, 2026");
    for (const words of ["203.0.113.7", "Wasn’t this you?", "/creator/platforms"])
      expect(composed.text).toContain(words);
    return { ...composed, statement: text };
  }

  it("goes to the creator once, with what they stated, from where, and what to do if it wasn't them", async () => {
    const { text, statement } = await mailed("Zoë & Łukasz, part 2");
    for (const paragraph of statement.split("\n\n")) expect(flat(text)).toContain(flat(paragraph));
    expect(text).not.toContain(sha256Hex(statement));
  });

  it.each([
    ["creator_pays", "You pay"],
    ["platform_pays", "夜 Platform pays"],
  ] as const)(
    "names the other performers and what their scene costs at most, like the PDF (%s)",
    async (plan, payer) => {
      const partner = await makePartner({ name: "夜 Platform", plan, collabScenes: true });
      const session = await makeUploadSession(partner, { detectedFaceCount: 3 });
      const performers = [freshEmail("second"), freshEmail("first")];
      await completeCollab(systemCtx("attest"), { ...clickOf(session), performers });
      const sent = (await mailsTo(session.account.email)).find(({ template }) => template === attestationCopyMail.name);
      const { text } = await composeMail(attestationCopyMail, sent?.props);
      for (const email of performers) expect(text).toContain(email);
      expect(flat(text)).toContain(`${payer} at most $55.00 for it.`);

      const { pdf, words } = await drawnFor(portalCtx(partner), session.id);
      expect(words).toContain(
        `Named as the other performers\n${performers.join("\n")}\nCost of the scene\nAt most $55.00`,
      );
      expect(certificateIn(pdf)).toMatchObject({ scene: { performers, costAtMostCents: 5500 } });
    },
  );

  it("goes out ten times a day at most, however many sessions a platform opens, and the tenth says so", async () => {
    clock.freeze(`${new Date().toISOString().slice(0, 10)}T12:00:00.000Z`);
    const partner = await makePartner();
    const { id: accountId, email } = await makeAccount(partner, { status: "active" });
    const attestOnce = async () => attestIn(await makeUploadSession(partner, { accountId }));
    for (let n = 0; n < COPY_MAILS_A_DAY - 1; n++) await attestOnce();
    expect(await mailsTo(email)).toHaveLength(COPY_MAILS_A_DAY - 1);
    await Promise.all([attestOnce(), attestOnce(), attestOnce()]);
    expect(await mailsTo(email)).toHaveLength(COPY_MAILS_A_DAY);
    clock.advance(DAY_MS);
    await attestOnce();
    const sent = await mailsTo(email);
    expect(sent).toHaveLength(COPY_MAILS_A_DAY + 1);
    const texts = await Promise.all(sent.map(({ props }) => composeMail(attestationCopyMail, props)));
    const lastOnes = texts.flatMap(({ text }, at) => (text.includes("This is our last copy today.") ? [at + 1] : []));
    expect(lastOnes).toEqual([COPY_MAILS_A_DAY]);
    expect(flat(texts[COPY_MAILS_A_DAY - 1]?.text ?? "")).toMatch(/See all of them at \S+\/creator\/attestations/);
  });

  it.each(["Your account is locked, sign in at evil.example", "Call 555 1234 now", "<b>Win</b>"])(
    "quotes no title that can carry a message, such as %j, nor the statement that has it",
    async (title) => {
      const { text, html, statement } = await mailed(title);
      for (const body of [text, html]) {
        expect(body).not.toMatch(/evil|Call 555|\bWin\b/);
        expect(body).not.toContain("I am the only person");
        expect(body).toContain(sha256Hex(statement));
      }
      expect(flat(text)).toContain("a statement about an image for");
    },
  );
});
