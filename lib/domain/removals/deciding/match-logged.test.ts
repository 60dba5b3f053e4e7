import { randomBytes } from "node:crypto";
import sharp from "sharp";
import { beforeEach, describe, expect, it } from "vitest";
import { clock } from "@/lib/platform/clock";
import { sha256 } from "@/lib/platform/crypto";
import { db } from "@/lib/platform/db";
import { DAY_MS, MINUTE_MS } from "@/lib/platform/duration";
import { newId } from "@/lib/platform/ids";
import { hashPicture } from "@/lib/platform/pictures/hash-picture";
import { storage } from "@/lib/platform/storage/storage";
import { eventsOf, linesOn, mailsTo } from "@/lib/testing/effects";
import { setVariables } from "@/lib/testing/env";
import { keyCtx, makeCustodian, makeDepiction, makePartner } from "@/lib/testing/factories";
import { besideFlipped, flipped, hashOf, makeHashed } from "@/lib/testing/picture-hashes";
import { draw } from "@/lib/testing/pictures";
import {
  itemOf,
  requestOfDepiction,
  requestOfProduction,
  requestOfPublication,
  someCustodian,
} from "@/lib/testing/removal-cases";
import { readRemoval } from "@/lib/testing/removals";
import { firstRun, runJobs } from "@/lib/testing/run-jobs";
import { checkContent } from "../checking";
import { mailClocksTask } from "../clocks/mail-clocks";
import type { LegalBasis } from "../labels";
import { bitsOf } from "../matching/near";
import { turnedHashes } from "../matching/turned-hash";
import { fingerprintCopyTask } from "../similar/fingerprint-copy";
import { suggestSimilarTask } from "../similar/suggest-similar";
import { attachItem } from "./add-items";
import { confirmItem } from "./confirm-item";
import { dismissItem, removeFalseMatch } from "./dismiss-item";
import { matchLoggedTask } from "./match-logged";

const reason = "It shows you, and you never agreed.";
// Mails of another test are minutes ago.
beforeEach(() => clock.advance(DAY_MS));

const told = async (partner: { id: string }) =>
  (await eventsOf(partner)).filter(({ type }) => type === "content_log.removal_matched").map(({ data }) => data);

describe("content that is logged after a removal of it was confirmed", () => {
  it("is recorded once, told to its partner and custodians, and part of the request at once", async () => {
    const fileHash = randomBytes(32);
    const { removal, itemId } = await requestOfDepiction({ fileHash });
    const early = await makeDepiction(await makePartner(), { fileHash });
    await runJobs(matchLoggedTask);
    expect(await db.contentMatch.count({ where: { depictionId: early.id } })).toBe(0);
    await confirmItem(await someCustodian(), { itemId, reason });
    // What came before is part of the request, and its partner hears only what a custodian decides.
    clock.advance(DAY_MS);
    await matchLoggedTask.run({ depictionIds: [early.id] }, firstRun);
    expect(await db.contentMatch.count({ where: { depictionId: early.id } })).toBe(0);
    expect(await told({ id: early.partnerId })).toEqual([]);
    const partner = await makePartner();
    const later = await makeDepiction(partner, { fileHash, externalContentId: "post-1" });
    const job = { depictionIds: [later.id] };
    await Promise.all([matchLoggedTask.run(job, firstRun), matchLoggedTask.run(job, firstRun)]);
    await runJobs(matchLoggedTask);
    expect(await told(partner)).toEqual([
      {
        accountId: later.accountId,
        externalContentId: "post-1",
        contentLogId: later.contentLogId,
        depictionId: later.id,
        contentUrl: later.contentUrl,
        contentType: later.contentType,
        reasons: ["file"],
        matchedAt: expect.any(String),
      },
    ]);
    const actions = (await linesOn(later.id)).map(({ action }) => action);
    expect(actions.filter((action) => action === "depiction.removal_matched")).toHaveLength(1);
    const { status, items } = await readRemoval(removal);
    expect(status).toBe("open");
    expect(items.find(({ depictionId }) => depictionId === later.id)).toMatchObject({
      status: "open",
      foundBy: "copy",
    });
  });

  it.each([
    [
      "a confirmed depiction's URL",
      () =>
        requestOfDepiction().then(({ depiction, itemId }) => ({
          itemId,
          data: { contentUrl: `${depiction.contentUrl}#again` },
        })),
      ["url"],
    ],
    [
      "a confirmed publication's file",
      () =>
        requestOfPublication().then(({ publication, itemId }) => ({
          itemId,
          data: { fileHash: publication.depictionSha256 },
        })),
      ["file"],
    ],
    [
      "what a confirmed production lists",
      async () => {
        const { productionId, itemId } = await requestOfProduction();
        const { url, sha256: fileHash } = await db.productionDepiction.findFirstOrThrow({ where: { productionId } });
        return { itemId, data: { fileHash, contentUrl: url ?? "" } };
      },
      ["file", "url"],
    ],
  ] as const)("finds %s by the database's trigger alone", async (_, make, reasons) => {
    const { itemId, data } = await make();
    await confirmItem(await someCustodian(), { itemId, reason });
    const partner = await makePartner();
    const { id } = await makeDepiction(partner, data);
    await makeDepiction(partner, { fileHash: randomBytes(32) });
    expect(await runJobs(matchLoggedTask)).toBe(1);
    expect(await told(partner)).toMatchObject([{ depictionId: id, reasons }]);
  });

  it("is found by its stored copy: the same file, declared otherwise", async () => {
    const file = await stored(randomBytes(64));
    const { itemId } = await requestOfDepiction(file);
    await confirmItem(await someCustodian(), { itemId, reason });
    const partner = await makePartner();
    const { copyMimeType, copyBytes, ...kept } = { ...file, keptKey: newId(), keptAt: clock.now() };
    const pending = { copyState: "pending", copyMimeType, copyBytes } as const;
    const { id } = await makeDepiction(partner, { fileHash: randomBytes(32), ...pending });
    expect(await runJobs(matchLoggedTask)).toBe(0);
    await db.depiction.update({ where: { id }, data: kept });
    await runJobs(matchLoggedTask);
    expect(await told(partner)).toMatchObject([{ depictionId: id, reasons: ["file"] }]);
  });

  it("is found by a picture that looks the same, which blocks it before it is published", async () => {
    const picture = await draw(81);
    const copy = await stored(picture);
    const { itemId, depiction, removal } = await requestOfDepiction(copy, { sha256s: [copy.keptSha256] });
    await fingerprintCopyTask.run({ depictionId: depiction.id }, firstRun);
    const altered = await sharp(picture).flop().resize(400).jpeg({ quality: 60 }).toBuffer();
    const [hash] = await hashPicture(altered);
    const check = async (pdq = "") => checkContent(keyCtx(await makePartner()), { pdq });
    expect(await check(hash?.pdq)).toEqual({ blocked: false, reasons: [] });
    await confirmItem(await someCustodian(), { itemId, reason });
    expect(await check(hash?.pdq)).toEqual({ blocked: true, reasons: ["picture"] });
    const [other] = await hashPicture(await draw(82));
    expect(await check(other?.pdq)).toEqual({ blocked: false, reasons: [] });
    const partner = await makePartner();
    const later = await makeDepiction(partner, await stored(altered));
    await fingerprintCopyTask.run({ depictionId: later.id }, firstRun);
    await runJobs(suggestSimilarTask);
    expect(await told(partner)).toMatchObject([{ depictionId: later.id, reasons: ["picture"] }]);
    // A custodian looks at the two before it counts.
    const item = (await readRemoval(removal)).items.find(({ depictionId }) => depictionId === later.id);
    expect(item).toMatchObject({ status: "suggested", foundBy: "similar" });
  });

  it("isn't found by one frame of a video, which may be of anything, but by a fifth of it", async () => {
    const film = (name: string, count: number) => Array.from({ length: count }, (_, n) => hashOf(name, n));
    const removed = film("removed", 10);
    const copy = await stored(randomBytes(64));
    const { itemId, depiction } = await requestOfDepiction(copy);
    await keepFilm(depiction, removed);
    await confirmItem(await someCustodian(), { itemId, reason });
    const [first = ""] = removed;
    expect(await checkContent(keyCtx(await makePartner()), { pdq: hexOf(first) })).toEqual({
      blocked: false,
      reasons: [],
    });
    clock.advance(DAY_MS);
    const [one, fifth] = [await makeDepiction(await makePartner()), await makeDepiction(await makePartner())];
    await keepFilm(one, [first, ...film("another", 9)]);
    await keepFilm(fifth, [...removed.slice(0, 2), ...film("a third", 8)]);
    for (const { id } of [one, fifth]) await matchLoggedTask.run({ depictionIds: [id] }, firstRun);
    expect(await told({ id: one.partnerId })).toEqual([]);
    expect(await told({ id: fifth.partnerId })).toMatchObject([{ reasons: ["picture"] }]);
  });

  it.each([8, 20])("isn't found by what a custodian said isn't the same, nor blocked: %d bits away", async (bits) => {
    const wanted = hashOf("dismissed", bits);
    const wrong = flipped(wanted, bits);
    await confirmBeside({ pdq: wanted }, { pdq: wrong });
    const copies = [await makeHashed(flipped(wrong, 2)), await makeHashed(flipped(wanted, 1))];
    for (const { id } of copies) await matchLoggedTask.run({ depictionIds: [id] }, firstRun);
    expect(await Promise.all(copies.map(({ partnerId: id }) => told({ id })))).toMatchObject([[], [{}]]);
    const check = async (hash: string) => checkContent(keyCtx(await makePartner()), { pdq: hexOf(hash) });
    expect(await check(flipped(wrong, 2))).toEqual({ blocked: false, reasons: [] });
    for (const same of [wanted, flipped(wanted, 1)])
      expect(await check(same)).toEqual({ blocked: true, reasons: ["picture"] });
  });

  it("is found unless it is surely nearer to what was dismissed than to what was confirmed", async () => {
    const wanted = hashOf("nearer");
    const [wrong, same] = [flipped(wanted, 4), besideFlipped(wanted)];
    await confirmBeside({ pdq: wanted }, { pdq: wrong });
    const later = await makeHashed(same);
    await matchLoggedTask.run({ depictionIds: [later.id] }, firstRun);
    expect(await told({ id: later.partnerId })).toMatchObject([{ reasons: ["picture"] }]);
    const check = async (pdq: string) => checkContent(keyCtx(await makePartner()), { pdq: hexOf(pdq) });
    expect(await check(same)).toEqual({ blocked: true, reasons: ["picture"] });
    expect(await check(flipped(wrong, 1))).toEqual({ blocked: false, reasons: [] });
  });

  it("isn't blocked either if it is what a custodian dismissed, turned or mirrored", async () => {
    const [wanted, mirrored] = [hashOf("turned"), hashOf("turned", "mirrored")];
    const wrong = { pdq: flipped(wanted, 20), mirrored: flipped(mirrored, 20) };
    await confirmBeside({ pdq: wanted, mirrored }, wrong);
    const turned = { pdq: flipped(wrong.mirrored, 2), mirrored: flipped(wrong.pdq, 2) };
    const later = await makeHashed(turned.pdq, turned);
    await matchLoggedTask.run({ depictionIds: [later.id] }, firstRun);
    expect(await told({ id: later.partnerId })).toEqual([]);
    const check = async (pdq: string) => checkContent(keyCtx(await makePartner()), { pdq: hexOf(pdq) });
    expect(await check(turned.pdq)).toEqual({ blocked: false, reasons: [] });
    expect(await check(flipped(mirrored, 2))).toEqual({ blocked: true, reasons: ["picture"] });
  });

  it.each(["removed", "forgotten by attaching the record"])(
    "is found and suggested once after the false match that hid it is %s, turned or not",
    async (how) => {
      const wanted = hashOf(how);
      const wrong = flipped(wanted, 20);
      const mirrored = bitsOf(turnedHashes(hexOf(wrong)).at(-1) ?? "");
      const { removal, other } = await confirmBeside({ pdq: wanted, mirrored: flipped(mirrored, 20) }, { pdq: wrong });
      const copies = [await makeHashed(flipped(wrong, 2)), await makeHashed(mirrored, { mirrored: wrong })];
      const job = { depictionIds: copies.map(({ id }) => id) };
      await suggestSimilarTask.run(job, firstRun);
      const heard = () => Promise.all(copies.map(({ partnerId: id }) => told({ id })));
      const suggested = async () =>
        (await readRemoval(removal)).items.flatMap((item) => (item.status === "suggested" ? item.depictionId : []));
      expect([await heard(), await suggested()]).toEqual([[[], []], []]);
      const custodian = await someCustodian();
      if (how === "removed")
        await removeFalseMatch(custodian, { itemId: itemOf(await readRemoval(removal), other).id });
      else await attachItem(custodian, { requestId: removal.id, recordId: other.id });
      for (const find of [() => runJobs(suggestSimilarTask), () => suggestSimilarTask.run(job, firstRun)]) {
        await find();
        expect(await heard()).toMatchObject([[{ reasons: ["picture"] }], [{ reasons: ["picture"] }]]);
        expect((await suggested()).toSorted()).toEqual(job.depictionIds.toSorted());
      }
    },
  );

  it("is as near under every legal basis, whatever is suggested to custodians", async () => {
    setVariables({ SIMILAR_BITS: "DMCA=10,OTHER=0" });
    const blocked = async (legalBasis: LegalBasis, bits: number) => {
      const { itemId, depiction } = await requestOfDepiction(await stored(randomBytes(64)), { legalBasis });
      const hash = hashOf("radius", legalBasis, bits);
      await keepHash(depiction, hash);
      await confirmItem(await someCustodian(), { itemId, reason });
      return (await checkContent(keyCtx(await makePartner()), { pdq: hexOf(flipped(hash, bits)) })).blocked;
    };
    for (const basis of ["NCII_TAKE_IT_DOWN", "DMCA"] as const) {
      expect(await blocked(basis, 31)).toBe(true);
      expect(await blocked(basis, 32)).toBe(false);
    }
    expect(await blocked("OTHER", 0)).toBe(false);
  });

  it("is mailed to custodians at once, and what comes soon after ten minutes later", async () => {
    const fileHash = randomBytes(32);
    const { itemId } = await requestOfDepiction({ fileHash });
    await confirmItem(await someCustodian(), { itemId, reason });
    const { email } = await makeCustodian();
    clock.freeze(clock.now());
    // What other tests left.
    await db.contentMatch.updateMany({ data: { mailedAt: new Date(0) } });
    const mails = async () => {
      await runJobs(mailClocksTask);
      return (await mailsTo(email)).flatMap(({ template, props }) =>
        template === "removal_matches" ? [props.count] : [],
      );
    };
    const log = async () => {
      clock.advance(1000);
      await makeDepiction(await makePartner(), { fileHash });
      await runJobs(matchLoggedTask);
    };
    await log();
    expect(await mails()).toEqual([1]);
    for (let n = 0; n < 2; n += 1) await log();
    clock.advance(10 * MINUTE_MS - 2001);
    await mailClocksTask.run({}, firstRun);
    expect(await mails()).toEqual([1]);
    clock.advance(1);
    expect(await mails()).toEqual([1, 2]);
  });
});

/** What a depiction has with a stored copy of a file. */
async function stored(file: Buffer) {
  const keptKey = `copies/kept/${newId()}`;
  await storage().put(keptKey, file, { contentType: "image/jpeg" });
  const copy = { copyState: "stored", copyMimeType: "image/jpeg", copyBytes: file.length } as const;
  return { ...copy, keptKey, keptSha256: sha256(file), keptAt: clock.now() };
}

const hexOf = (bits: string): string => BigInt(`0b${bits}`).toString(16).padStart(64, "0");

/** Keeps a hash as that of a picture, and this one of it mirrored. */
const keepHash = (
  { id: depictionId, partnerId }: { id: string; partnerId: string },
  pdq: string,
  { mirrored }: { mirrored?: string } = {},
) => {
  const turned = Array.from({ length: 7 }, (_, turn) => (turn === 4 && mirrored) || hashOf(pdq, turn));
  return db.copyHash.create({ data: { depictionId, partnerId, part: 0, pdq, turned, quality: 90 } });
};

type Picture = { pdq: string; mirrored?: string };

/** A confirmed removal of a picture, from which a custodian dismissed another one. */
async function confirmBeside(wanted: Picture, wrong: Picture) {
  const { itemId, depiction, removal } = await requestOfDepiction(await stored(randomBytes(64)));
  await keepHash(depiction, wanted.pdq, wanted);
  const other = await makeHashed(wrong.pdq, wrong);
  await suggestSimilarTask.run({ depictionIds: [depiction.id] }, firstRun);
  await dismissItem(await someCustodian(), { itemId: itemOf(await readRemoval(removal), other).id });
  await confirmItem(await someCustodian(), { itemId, reason });
  clock.advance(DAY_MS);
  return { removal, other };
}

/** Keeps hashes as those of a video's frames. */
const keepFilm = ({ id: depictionId, partnerId }: { id: string; partnerId: string }, hashes: readonly string[]) =>
  db.copyHash.createMany({
    data: hashes.map((pdq, part) => {
      const turned = Array.from({ length: 7 }, (_, turn) => hashOf(pdq, turn));
      return { depictionId, partnerId, part, second: part, pdq, turned, quality: 90 };
    }),
  });
