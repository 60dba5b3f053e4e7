import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { inflateSync } from "node:zlib";
import { describe, expect, it, vi } from "vitest";
import { parseVerifierKey, verifyProof } from "@/clients/ledger/verify.mjs";
import { listLooks } from "@/lib/domain/creators/overview";
import { readReleases } from "@/lib/domain/examinations/records";
import { clock } from "@/lib/platform/clock";
import { hexOf, sha256Hex } from "@/lib/platform/crypto";
import { db, inTransaction } from "@/lib/platform/db";
import { HOUR_MS, MINUTE_MS } from "@/lib/platform/duration";
import { LOCKS } from "@/lib/platform/locks";
import { storage } from "@/lib/platform/storage/storage";
import { linesOn, mailsTo } from "@/lib/testing/effects";
import { makeCustodian, makeUser, personCtx, staffCtx } from "@/lib/testing/factories";
import { wordsOfPdfs } from "@/lib/testing/pdf-words";
import { answered, makeOldRelease, openLink, openVerified, sign } from "@/lib/testing/performers";
import { clearJobs } from "@/lib/testing/queue";
import { firstRun, runJobs } from "@/lib/testing/run-jobs";
import { makeScene } from "@/lib/testing/scenes";
import { verifySignedPdf } from "@/lib/testing/signed-pdf";
import { asOwner } from "@/lib/testing/sql";
import { ownObjectFolder } from "@/lib/testing/storage-drivers";
import { verifierKeys } from "@/lib/testing/transparency";
import { recordPageView, recordTextOpened } from "../consent/performer-stage";
import { signRelease } from "../consent/sign-release";
import { viewSceneRecord } from "../custody/view-record";
import { recordMailOutcome } from "../mails/mail-performers";
import { releaseCopyMail } from "../mails/mails";
import { performerLink } from "../queries";
import { findReleaseFacts } from "./draw-release";
import {
  findReleaseCopy,
  makeReleaseCopyTask,
  openOwnReleaseCopy,
  openReleaseCopy,
  resumeReleaseCopiesTask,
  sweepReleaseObjectTask,
} from "./release-copies";

await ownObjectFolder();
/** A performer who signed, and whose copy is not made yet. */
async function signed() {
  const scene = await makeScene();
  const [performer] = scene.performers;
  const me = await openVerified(performer);
  await recordPageView(me, { performerId: performer.id, page: "release, exact texts folded" });
  await recordTextOpened(me, { performerId: performer.id, clause: 4 });
  await sign(me, performer);
  const { release } = await db.scenePerformer.findUniqueOrThrow({
    where: { id: performer.id },
    include: { release: true },
  });
  if (!release) throw new Error("not signed");
  const make = () => runJobs(makeReleaseCopyTask, { performerId: performer.id });
  return { scene, performer, me, release, make };
}

/** The objects in the storage of one performer. */
async function objectsOf({ id }: { id: string }): Promise<string[]> {
  const keys: string[] = [];
  for await (const key of storage().listOlder("releases", new Date(Date.now() + HOUR_MS)))
    if (key.includes(id)) keys.push(key);
  return keys;
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

describe("the copy of a signed release", () => {
  it("is a signed PDF with the exact text and every event before it", async () => {
    const { scene, performer, me, release, make } = await signed();
    expect(await findReleaseCopy(performer.id)).toBeNull();
    await make();
    const { pdf, fileName } = await openOwnReleaseCopy(me, { performerId: performer.id });
    const facts = await findReleaseCopy(performer.id);
    expect({ sha256: sha256Hex(pdf), bytes: pdf.length }).toMatchObject({ sha256: facts?.sha256, bytes: facts?.bytes });
    expect(fileName).toBe(`release-${performer.id}.pdf`);
    // Any platform that has the scene's id can extend it, so the performer's copy has their own id instead.
    for (const part of [pdf.toString("latin1"), ...streamsOf(pdf)]) expect(part).not.toContain(scene.id);
    expect(release.text).toContain(performer.id);

    const { certificate } = verifySignedPdf(pdf);
    const row = await db.releaseCopy.findUniqueOrThrow({
      where: { performerId: performer.id },
      include: { certificate: true },
    });
    expect(certificate.raw.equals(row.certificate.certificate)).toBe(true);

    const streams = streamsOf(pdf);
    expect(streams).toContain(release.text);
    const stated = JSON.parse(streams.find((one) => one.startsWith("{")) ?? "");
    expect(stated).toMatchObject({
      email: performer.email,
      release: { sha256: hexOf(release.textSha256), version: release.textVersion, signedName: "Ada Example" },
      nameMatch: "legal",
      idVerifiedAt: expect.any(String),
    });
    expect(sha256Hex(release.text)).toBe(stated.release.sha256);
    expect(stated.events.map(({ what }: { what: string }) => what)).toEqual([
      "ID verified",
      "Link from the email opened, and the code from a second email entered",
      "Page viewed (release, exact texts folded)",
      "Exact text opened, as the browser reported (clause 4)",
      "Name typed and “sign” pressed",
      "Consent complete: release signed and ID verified",
    ]);
  });

  it("shows nothing that happened after the signature, however late it is made", async () => {
    const { performer, me } = await signed();
    const before = (await findReleaseFacts(performer.id))?.events;
    await recordPageView(me, { performerId: performer.id, page: "status" });
    expect((await findReleaseFacts(performer.id))?.events).toEqual(before);
  });

  it("no longer verifies when a byte of it changes", async () => {
    const { performer, me, make } = await signed();
    await make();
    const { pdf } = await openOwnReleaseCopy(me, { performerId: performer.id });
    const changed = Buffer.from(pdf);
    changed.writeUInt8(changed.readUInt8(40) ^ 1, 40);
    expect(() => verifySignedPdf(changed)).toThrow("the file was changed");
  });

  it("is accepted by pdfsig, where that is installed", async () => {
    const { performer, me, make } = await signed();
    await make();
    const { pdf } = await openOwnReleaseCopy(me, { performerId: performer.id });
    const folder = await mkdtemp(join(tmpdir(), "release-"));
    try {
      const file = join(folder, "copy.pdf");
      await writeFile(file, pdf);
      const { stdout } = await promisify(execFile)("pdfsig", [file]).catch((error: NodeJS.ErrnoException) => {
        if (error.code === "ENOENT") return { stdout: null };
        throw error;
      });
      if (stdout !== null) {
        expect(stdout).toContain("Signature is Valid");
        expect(stdout).toContain("Total document signed");
      }
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  it("carries the checkpoint in which its signature stands, and a proof that shows only what the copy says", async () => {
    const { performer, me, release, make } = await signed();
    await make();
    const { pdf } = await openOwnReleaseCopy(me, { performerId: performer.id });
    const file = streamsOf(pdf).find((one) => one.startsWith("c2sp.org/tlog-proof"));
    const keys = await Promise.all((await verifierKeys()).map((key) => parseVerifierKey(key)));
    const { entry, checkpoint } = await verifyProof(file ?? "", keys);
    expect(entry).toEqual({
      at: expect.any(String),
      action: "scene_performer.signed",
      actorKind: "person",
      subjectKind: "scene_performer",
      subjectId: performer.id,
      detail: expect.stringContaining(release.id),
    });
    const signedTree = await db.ledgerCheckpoint.findUnique({ where: { size: BigInt(checkpoint.size) } });
    expect(file).toContain(signedTree?.note);
  });

  it("waits a quarter of an hour for the ledger's log, and is made without it then", async () => {
    const { performer, make } = await signed();
    await inTransaction(async (tx) => {
      await tx.$executeRaw`SELECT pg_advisory_xact_lock(${LOCKS.tree}::bigint)`;
      const run = () => makeReleaseCopyTask.run({ performerId: performer.id }, firstRun);
      await expect(run()).rejects.toThrow("doesn't have the signature yet");
      clock.advance(15 * MINUTE_MS);
      const words = await wordsOfPdfs(run);
      expect(words).toContain("the ledger's public log didn't have the signature yet");
    });
    await make();
    expect(await findReleaseCopy(performer.id)).not.toBeNull();
  });

  it("lists each consent that was asked, given or not, and none for a release that gave every use at once", async () => {
    const needs = { uses: ["distribution"], acts: ["kissing", "a hug"] };
    const scene = await makeScene(undefined, { needs });
    const [performer] = scene.performers;
    const me = await openLink(performer);
    await sign(me, performer, ["resale", "act-1"]);
    const words = await wordsOfPdfs(() => runJobs(makeReleaseCopyTask, { performerId: performer.id }));
    expect(words).toMatch(
      /Consents asked\s+Depiction\s+Given\s+Distribution\s+Given\s+Download\s+Given\s+Resale\s+Not given\s+“kissing”\s+Given\s+“a hug”\s+Not given/,
    );
    const { pdf } = await openOwnReleaseCopy(me, { performerId: performer.id });
    const stated = JSON.parse(streamsOf(pdf).find((one) => one.startsWith("{")) ?? "");
    expect(stated.answers.filter(({ isGiven }: { isGiven: boolean }) => !isGiven)).toMatchObject([
      { label: "Resale", isNeeded: false },
      { label: "a hug", isNeeded: true },
    ]);
    const { answers } = (await findReleaseFacts(performer.id)) ?? {};
    expect((await readReleases(db, new Map([[scene.id, [me.actor.userId]]]))).get(scene.id)).toMatchObject([
      { answers },
    ]);
    const record = await viewSceneRecord(staffCtx(await makeCustodian()), scene.id);
    expect(record.performers).toMatchObject([{ answers, fallsShort: true }]);

    const old = await makeOldRelease();
    const before = await wordsOfPdfs(() => runJobs(makeReleaseCopyTask, { performerId: old.performerId }));
    expect(before).not.toMatch(/Consents asked/);
    expect((await readReleases(db, new Map([[old.sceneId, [old.userId]]]))).get(old.sceneId)?.[0]).not.toHaveProperty(
      "answers",
    );
  });

  it("keeps names in other scripts as they were, and says so", async () => {
    const scene = await makeScene(undefined, { title: "夜 “Zoë & Łukasz”\n\nSigned at" });
    const [performer] = scene.performers;
    const me = await openLink(performer);
    await signRelease(me, { performerId: performer.id, signedName: "山田 花子", ...(await answered(me, performer)) });
    const words = await wordsOfPdfs(() => runJobs(makeReleaseCopyTask, { performerId: performer.id }));
    expect(words.split("\n")).toContain("“夜 'Zoë & Łukasz' Signed at”");
    const { pdf } = await openOwnReleaseCopy(me, { performerId: performer.id });
    verifySignedPdf(pdf);
    const stated = JSON.parse(streamsOf(pdf).find((one) => one.startsWith("{")) ?? "");
    expect(stated).toMatchObject({
      scene: { title: "夜 “Zoë & Łukasz”\n\nSigned at" },
      release: { signedName: "山田 花子" },
      nameMatch: "unverified",
      idVerifiedAt: null,
    });
  });

  it("is made and mailed once, also by ten runs at once, and leaves one object", async () => {
    const { scene, performer, make } = await signed();
    await Promise.all(
      Array.from({ length: 10 }, () => makeReleaseCopyTask.run({ performerId: performer.id }, firstRun)),
    );
    await make();
    const { key } = await db.releaseCopy.findUniqueOrThrow({ where: { performerId: performer.id } });
    expect(await objectsOf(performer)).toEqual([key]);
    const mails = (await mailsTo(performer.email)).filter(({ template }) => template === releaseCopyMail.name);
    expect(mails).toMatchObject([{ url: await performerLink(performer), props: { title: scene.title } }]);
    const stored = (await linesOn(performer.id)).filter(({ action }) => action === "scene_performer.copy_stored");
    expect(stored).toHaveLength(1);
  });

  it.each(["before the object", "after the object"])(
    "is made after a crash %s, and leaves one object",
    async (when) => {
      const { performer, make } = await signed();
      const put = storage().put.bind(storage());
      vi.spyOn(storage(), "put").mockImplementationOnce(async (...sent) => {
        if (when === "after the object") await put(...sent);
        throw new Error("killed");
      });
      const run = () => makeReleaseCopyTask.run({ performerId: performer.id }, firstRun);
      await expect(run()).rejects.toThrow("killed");
      expect(await findReleaseCopy(performer.id)).toBeNull();
      await make();
      clock.advance(HOUR_MS + MINUTE_MS);
      await runJobs(sweepReleaseObjectTask);
      const { key } = await db.releaseCopy.findUniqueOrThrow({ where: { performerId: performer.id } });
      expect(await objectsOf(performer)).toEqual([key]);
    },
  );

  it("is made at night when its job was lost", async () => {
    const { performer } = await signed();
    await clearJobs();
    await runJobs(makeReleaseCopyTask);
    expect(await findReleaseCopy(performer.id)).toBeNull();
    await resumeReleaseCopiesTask.run({}, firstRun);
    await runJobs(makeReleaseCopyTask, { performerId: performer.id });
    expect(await findReleaseCopy(performer.id)).not.toBeNull();
  });

  it("isn't made before the signature", async () => {
    const { performers } = await makeScene();
    await makeReleaseCopyTask.run({ performerId: performers[0]?.id }, firstRun);
    expect(await findReleaseCopy(performers[0]?.id ?? "")).toBeNull();
  });

  it("can be neither changed nor deleted for seven years", async () => {
    const { performer, make } = await signed();
    await make();
    const where = `WHERE performer_id = '${performer.id}'`;
    await expect(asOwner(`UPDATE release_copies SET bytes = 1 ${where}`)).rejects.toThrow("does not change");
    await expect(asOwner(`DELETE FROM release_copies ${where}`)).rejects.toThrow("seven years");
  });
});

describe("opening a copy", () => {
  it("is possible for the performer only, and recorded", async () => {
    const { performer, me, make } = await signed();
    const open = (ctx = me) => openOwnReleaseCopy(ctx, { performerId: performer.id });
    await expect(open()).rejects.toMatchObject({ status: 404 });
    await make();
    await open();
    await expect(open(personCtx(await makeUser()))).rejects.toMatchObject({ status: 404 });
    const lines = (await linesOn(performer.id)).filter(({ action }) => action === "scene_performer.copy_downloaded");
    expect(lines).toMatchObject([{ actorKind: "person", actorId: me.actor.userId }]);
  });

  it("is possible for custodians with a purpose, but not of their own scene", async () => {
    const { scene, performer, me, make } = await signed();
    await make();
    const custodian = staffCtx(await makeCustodian());
    const input = { sceneId: scene.id, performerId: performer.id, purpose: "inspection" };
    verifySignedPdf((await openReleaseCopy(custodian, input)).pdf);
    expect((await linesOn(performer.id)).at(-1)).toMatchObject({
      action: "scene_performer.viewed",
      actorId: custodian.actor.userId,
      reason: "inspection",
      partnerId: null,
    });
    expect((await listLooks(me, undefined)).looks).toMatchObject([
      { action: "scene_performer.viewed", by: "custodian", reason: "inspection" },
    ]);
    await db.user.update({ where: { id: me.actor.userId }, data: { staffRole: "custodian" } });
    const own = openReleaseCopy(staffCtx({ id: me.actor.userId }), input);
    await expect(own).rejects.toMatchObject({ code: "conflict_of_interest" });
    await expect(openReleaseCopy(staffCtx(await makeUser()), input)).rejects.toMatchObject({ status: 403 });
    const { id: elsewhere } = await makeScene();
    for (const wrong of [{ performerId: "none" }, { sceneId: elsewhere }, { sceneId: "none" }]) {
      await expect(openReleaseCopy(custodian, { ...input, ...wrong })).rejects.toMatchObject({ status: 404 });
    }
  });

  it("refuses a file that differs from the stored one", async () => {
    const { performer, me, make } = await signed();
    await make();
    const { key } = await db.releaseCopy.findUniqueOrThrow({ where: { performerId: performer.id } });
    await storage().put(key, Buffer.from("%PDF-1.3 another"), { contentType: "application/pdf" });
    await expect(openOwnReleaseCopy(me, { performerId: performer.id })).rejects.toMatchObject({ status: 503 });
  });
});

it("what a mail server answers about a performer's mail is evidence", async () => {
  const { performers } = await makeScene();
  const id = performers[0]?.id ?? "";
  const about = { kind: "scene_performer", id };
  const outcome = { about, mailId: "mail", template: "consent_invitation", requestId: "test" };
  await recordMailOutcome({ ...outcome, accepted: true, code: "250" });
  await recordMailOutcome({ ...outcome, accepted: false, code: "550" });
  await recordMailOutcome({ ...outcome, about: { kind: "other", id }, accepted: true, code: "250" });
  expect((await linesOn(id)).map(({ action, detail }) => [action, JSON.parse(detail).code])).toEqual([
    ["scene_performer.mail_accepted", "250"],
    ["scene_performer.mail_refused", "550"],
  ]);
});
