import sharp from "sharp";
import { beforeEach, expect, it } from "vitest";
import { findRecordsTask, suggestSimilarTask } from "@/lib/domain/removals";
import { clock } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";
import { DAY_MS } from "@/lib/platform/duration";
import { newId } from "@/lib/platform/ids";
import { hashPicture } from "@/lib/platform/pictures/hash-picture";
import { eventsOf, linesOn } from "@/lib/testing/effects";
import { makeCustodian, makeMember, makePartner, staffCtx } from "@/lib/testing/factories";
import { anyHash, inverted, listedOf, makeSource, matchesOf, storePicture } from "@/lib/testing/hash-services";
import { draw } from "@/lib/testing/pictures";
import { clearJobs } from "@/lib/testing/queue";
import { makeRemoval } from "@/lib/testing/removals";
import { firstRun, runJobs } from "@/lib/testing/run-jobs";
import { superuserClient } from "@/lib/testing/sql";
import { bitsOf } from "../matching/near";
import {
  decideMatch,
  endListingsTask,
  endSource,
  findListed,
  importFile,
  type Listed,
  matchList,
  matchListed,
  matchListedTask,
  viewSource,
} from ".";

beforeEach(clearJobs);

const fileOf = async function* (...lines: string[]) {
  yield Buffer.from(lines.join("\n"));
};

type Made = Awaited<ReturnType<typeof makeSource>>;

/** Imports a file, and runs the jobs that match its hashes. */
async function list({ ctx, sourceId }: Made, ...lines: string[]) {
  const { importId } = await importFile(ctx, { sourceId, file: fileOf(...lines) });
  await runJobs(matchListedTask);
  return db.hashImport.findUniqueOrThrow({ where: { id: importId } });
}

const hashOf = async (picture: Buffer): Promise<string> => (await hashPicture(picture))[0]?.pdq ?? "";

it("matches stored copies with hashes that are listed later, near or equal, upright or turned", async () => {
  const picture = await draw(101);
  const [stored, named] = [await storePicture(picture), await storePicture(await draw(102))];
  await storePicture(await draw(103));
  const source = await makeSource();
  const turned = await hashOf(await sharp(picture).rotate(90).jpeg().toBuffer());
  const hash = await hashOf(picture);
  await list(
    source,
    `pdq ${inverted(hash, 31)}`,
    `pdq ${turned}`,
    `sha256 ${named.sha256}`,
    `pdq ${inverted(hash, 33)}`,
  );
  const matches = await matchesOf(source.sourceId);
  expect(matches.map(({ depictionId, status }) => `${depictionId} ${status}`).toSorted()).toEqual(
    [`${named.id} open`, `${stored.id} open`, `${stored.id} open`].toSorted(),
  );
  expect(matches.find(({ depictionId }) => depictionId === named.id)?.distance).toBe(0);
  const [near, far] = matches.filter(({ depictionId }) => depictionId === stored.id);
  expect(near?.distance).toBeLessThan(6);
  expect(far?.distance).toBe(31);
  // Partners hear nothing.
  expect(await eventsOf({ id: stored.partnerId })).toEqual([]);
});

it("matches the other hashes of a job when one fails", async () => {
  const stored = [await storePicture(await draw(104)), await storePicture(await draw(105))];
  const source = await makeSource();
  const [poison, other] = stored.map(({ sha256 }) => sha256);
  await importFile(source.ctx, { sourceId: source.sourceId, file: fileOf(`sha256 ${poison}`, `sha256 ${other}`) });
  const superuser = await superuserClient();
  const isPoison = `NEW.depiction_id = '${stored[0]?.id}'`;
  await superuser.query(`
    CREATE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'disk full'; END $$;
    CREATE TRIGGER fail BEFORE INSERT ON listed_matches FOR EACH ROW WHEN (${isPoison}) EXECUTE FUNCTION fail()`);
  await expect(runJobs(matchListedTask)).rejects.toThrow("1 listed hashes could not be matched");
  expect((await matchesOf(source.sourceId)).map(({ depictionId }) => depictionId)).toEqual([stored[1]?.id]);
  await superuser.query("DROP FUNCTION fail CASCADE");
  await superuser.end();
  const listedIds = (await listedOf(source.sourceId)).map(({ id }) => id);
  await matchListedTask.run({ listedIds }, firstRun);
  expect(await matchesOf(source.sourceId)).toHaveLength(2);
});

it("matches new copies with what is listed, upright or turned, once", async () => {
  const source = await makeSource();
  const picture = await draw(111);
  await list(source, `HASH_PDQ ${inverted(await hashOf(picture), 20)}`);
  const [plain, mirrored] = [picture, await sharp(picture).flop().jpeg().toBuffer()];
  const stored = [await storePicture(plain), await storePicture(mirrored), await storePicture(await draw(112))];
  const match = () => matchListed({ depictionIds: stored.map(({ id }) => id) });
  await match();
  await match();
  const found = await matchesOf(source.sourceId);
  expect(found.map(({ depictionId }) => depictionId).toSorted()).toEqual([stored[0]?.id, stored[1]?.id].toSorted());
});

it("matches what a claimant names, when it is filed and when it is listed", async () => {
  const source = await makeSource();
  const [file, picture, later] = [anyHash(), anyHash(), anyHash()];
  await list(source, `sha256 ${file}`, `pdq ${picture}`);
  const removal = await makeRemoval({ sha256s: [file, anyHash(), later].map((hex) => Buffer.from(hex, "hex")) });
  const target = await db.removalTarget.findFirstOrThrow({
    where: { requestId: removal.id, sha256: { notIn: [file, later].map((hex) => Buffer.from(hex, "hex")) } },
  });
  await db.$executeRaw`
    INSERT INTO wanted_hashes (target_id, declared, part, turn, pdq, quality)
    VALUES (${target.id}, true, 0, 3, ${bitsOf(inverted(picture, 8))}::bit(256), 90)`;
  await findRecordsTask.run({ removalId: removal.id }, firstRun);
  await runJobs(suggestSimilarTask);
  expect((await findListed(source.ctx, { requestId: removal.id })).map(({ distance }) => distance)).toEqual([0, 8]);
  await list(source, `sha256 ${later}`, `pdq ${inverted(picture, 16)}`);
  expect((await findListed(source.ctx, { requestId: removal.id })).map(({ distance }) => distance)).toEqual([
    0, 0, 8, 8,
  ]);
  // The hashes of confirmed copies are ours.
  const own = anyHash();
  await db.removalTarget.create({
    data: {
      ...{ id: newId(), requestId: removal.id, named: false },
      sha256: Buffer.from(own, "hex"),
      addedAt: clock.now(),
    },
  });
  await list(source, `sha256 ${own}`);
  expect(await findListed(source.ctx, { requestId: removal.id })).toHaveLength(4);
});

it("ends with the hash: it isn't matched any more, open matches close, and what was decided stays", async () => {
  const source = await makeSource({ daysKept: 10 });
  const stored = await Promise.all([121, 122, 123].map(async (seed) => storePicture(await draw(seed))));
  const lines = await Promise.all([121, 122, 123].map(async (seed) => `pdq ${await hashOf(await draw(seed))}`));
  await list(source, ...lines);
  const [first, second] = await matchesOf(source.sourceId);
  await decideMatch(source.ctx, { matchId: first?.id ?? "", isSame: true });
  await decideMatch(source.ctx, { matchId: first?.id ?? "", isSame: true });
  const statuses = async () => (await matchesOf(source.sourceId)).map(({ id, status }) => [id === first?.id, status]);
  // Withdrawn by the source, and listed again.
  const secondLine = lines[stored.findIndex(({ id }) => id === second?.depictionId)] ?? "";
  const [, hash = ""] = secondLine.split(" ");
  expect(await list(source, "signalType,hashValue,hashStatus", `ImagePDQ,${hash},Withdrawn`)).toMatchObject({
    withdrawn: 1,
  });
  expect(await statuses()).toEqual(
    expect.arrayContaining([
      [true, "same"],
      [false, "ended"],
      [false, "open"],
    ]),
  );
  expect(await list(source, secondLine)).toMatchObject({ added: 1, withdrawn: 0 });
  expect(await statuses()).toEqual(
    expect.arrayContaining([
      [true, "same"],
      [false, "open"],
      [false, "open"],
    ]),
  );
  clock.advance(9 * DAY_MS);
  await endListingsTask.run({}, firstRun);
  expect((await statuses()).filter(([, status]) => status === "open")).toHaveLength(2);
  clock.advance(2 * DAY_MS);
  const late = await storePicture(await draw(121));
  await matchListed({ depictionIds: [late.id] });
  await endListingsTask.run({}, firstRun);
  expect(await statuses()).toEqual(
    expect.arrayContaining([
      [true, "same"],
      [false, "ended"],
      [false, "ended"],
    ]),
  );
  expect(await matchesOf(source.sourceId)).toHaveLength(3);
  const changed = decideMatch(source.ctx, { matchId: first?.id ?? "", isSame: false });
  await expect(changed).rejects.toMatchObject({ code: "match_ended" });
  const ended = decideMatch(source.ctx, { matchId: second?.id ?? "", isSame: true });
  await expect(ended).rejects.toMatchObject({ code: "match_ended" });
  expect(await listedOf(source.sourceId)).toHaveLength(3);
  clock.advance(31 * DAY_MS);
  await endListingsTask.run({}, firstRun);
  expect(await listedOf(source.sourceId)).toEqual([]);
  expect(await matchesOf(source.sourceId)).toMatchObject([{ id: first?.id, status: "same", listedId: null }]);
});

it("lets custodians change their mind while the hash is listed, and leads them to the request about the record", async () => {
  const source = await makeSource({ daysKept: 10 });
  const picture = await draw(161);
  const stored = await storePicture(picture);
  await list(source, `pdq ${await hashOf(picture)}`);
  const [match] = await matchesOf(source.sourceId);
  const matchId = match?.id ?? "";
  const seen = async (ctx = source.ctx) => {
    const row = (await matchList.read(ctx, {})).rows.find(({ id }) => id === matchId);
    const [listed] = await findListed(ctx, { depictionId: stored.id });
    expect(listed).toMatchObject(row && "status" in row ? pick(row) : {});
    return listed && pick(listed);
  };
  const pick = ({ status, isListed, removalId }: Pick<Listed, "status" | "isListed" | "removalId">) => ({
    ...{ status, isListed, removalId },
  });
  // A suggestion isn't about it yet.
  await makeRemoval({ items: [{ depictionId: stored.id, status: "suggested" }] });
  for (const isSame of [true, true, false, true]) await decideMatch(source.ctx, { matchId, isSame });
  expect(await seen()).toEqual({ status: "same", isListed: true, removalId: null });
  const decisions = (await linesOn(stored.id)).filter(({ action }) => action === "depiction.listing_decided");
  expect(decisions.map(({ detail }) => JSON.parse(detail).outcome)).toEqual(["same", "different", "same"]);
  // Who filed a request may not see it as a custodian.
  const claimant = await makeCustodian();
  const removal = await makeRemoval({ userId: claimant.id, items: [{ depictionId: stored.id }] });
  expect(await seen()).toMatchObject({ removalId: removal.id });
  expect(await seen(staffCtx(claimant))).toMatchObject({ removalId: null });
  clock.advance(11 * DAY_MS);
  expect(await seen()).toMatchObject({ status: "same", isListed: false });
  const late = decideMatch(source.ctx, { matchId, isSame: false });
  await expect(late).rejects.toMatchObject({ code: "match_ended" });
});

it("keeps the name of a file, and nothing in it that can mislead", async () => {
  const source = await makeSource();
  const named = async (fileName?: string) => {
    await importFile(source.ctx, {
      sourceId: source.sourceId,
      file: fileOf(`pdq ${anyHash()}`),
      ...(fileName && { fileName }),
    });
    return (await viewSource(source.ctx, source.sourceId)).imports[0]?.fileName;
  };
  expect(await named("hotline 2026-11.csv")).toBe("hotline 2026-11.csv");
  expect(await named("C:\\fakepath\\list.txt")).toBe("list.txt");
  expect(await named("../\u0000up\r\n\u202etxt.exe ")).toBe("up txt.exe");
  expect(await named("😀".repeat(300))).toBe("😀".repeat(200));
  expect(await named("\u202e/")).toBeNull();
  expect(await named()).toBeNull();
});

it("doesn't match hashes of a source that has ended", async () => {
  const source = await makeSource();
  const picture = await draw(131);
  const stored = await storePicture(picture);
  await list(source, `pdq ${await hashOf(picture)}`);
  await endSource(source.ctx, source.sourceId);
  await endSource(source.ctx, source.sourceId);
  expect(await matchesOf(source.sourceId)).toMatchObject([{ status: "ended" }]);
  await matchListed({ depictionIds: [stored.id] });
  expect(await matchesOf(source.sourceId)).toMatchObject([{ status: "ended" }]);
  const late = importFile(source.ctx, { sourceId: source.sourceId, file: fileOf(`pdq ${anyHash()}`) });
  await expect(late).rejects.toMatchObject({ code: "source_ended" });
});

it("tells custodians with a conflict of interest only that there is a match, and lets them decide none", async () => {
  const source = await makeSource();
  const picture = await draw(141);
  const stored = await storePicture(picture);
  await list(source, `pdq ${await hashOf(picture)}`);
  const [match] = await matchesOf(source.sourceId);
  const custodian = await makeCustodian();
  await makeMember({ id: stored.partnerId }, "viewer", custodian);
  const rowsFor = async (ctx: ReturnType<typeof staffCtx>) => (await matchList.read(ctx, {})).rows;
  expect(await rowsFor(staffCtx(custodian))).toContainEqual({ id: match?.id, isReserved: true });
  const theirs = decideMatch(staffCtx(custodian), { matchId: match?.id ?? "", isSame: true });
  await expect(theirs).rejects.toMatchObject({ code: "conflict_of_interest" });
  const free = (await rowsFor(source.ctx)).find(({ id }) => id === match?.id);
  expect(free).toMatchObject({ depictionId: stored.id, title: "Behind the scenes", distance: 0, status: "open" });
  // Never the hash.
  expect(JSON.stringify(free)).not.toContain(await hashOf(picture));
  expect(await findListed(source.ctx, { depictionId: stored.id })).toMatchObject([{ kind: "file", distance: 0 }]);
});

it("imports nothing of a file with problems, and names their lines", async () => {
  const source = await makeSource();
  const good = anyHash();
  const problems = await list(source, `pdq ${good}`, "pdq 12ab", "", `sha256 ${anyHash()} more`, "nonsense");
  expect(problems).toMatchObject({ lines: 4, added: 0, problemCount: 3 });
  expect(problems.problems).toEqual([
    { line: 2, text: "The hash doesn’t have 64 hexadecimal digits." },
    { line: 4, text: "Write the kind, a space and the hash." },
    { line: 5, text: "Write the kind, a space and the hash." },
  ]);
  expect(await listedOf(source.sourceId)).toEqual([]);
  const first = await list(
    source,
    `pdq ${good}`,
    `PDQ ${good.toUpperCase()}`,
    "video_md5 d41d8cd98f00b204e9800998ecf8427e",
  );
  expect(first).toMatchObject({ lines: 3, added: 1, unsupported: 1, problemCount: 0 });
  const before = await listedOf(source.sourceId);
  expect(await list(source, `pdq ${good}`)).toMatchObject({ added: 0, renewed: 0, withdrawn: 0 });
  expect(await listedOf(source.sourceId)).toEqual(before);
  clock.advance(DAY_MS);
  expect(await list(source, `pdq ${good}`)).toMatchObject({ added: 0, renewed: 1 });
  const [entry] = await db.ledgerEntry.findMany({
    where: { action: "hash_source.imported", subjectId: source.sourceId },
    orderBy: { seq: "desc" },
  });
  expect(JSON.stringify(entry?.detail)).not.toContain(good);
});

it("is for custodians", async () => {
  const source = await makeSource();
  const other = staffCtx(await makeMember(await makePartner(), "owner"));
  const forbidden = { status: 403 };
  await expect(importFile(other, { sourceId: source.sourceId, file: fileOf("") })).rejects.toMatchObject(forbidden);
  await expect(matchList.read(other, {})).rejects.toMatchObject(forbidden);
  await expect(endSource(other, source.sourceId)).rejects.toMatchObject(forbidden);
});
