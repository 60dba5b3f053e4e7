import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { comparisonOf, FINGERPRINT_VIDEO, queueFingerprint } from "@/lib/domain/records/copy-fingerprints";
import { fillSearch } from "@/lib/domain/records/search";
import { db, inTransaction } from "@/lib/platform/db";
import { MINUTE_MS } from "@/lib/platform/duration";
import { newId } from "@/lib/platform/ids";
import { enqueue } from "@/lib/platform/jobs";
import { UnreadThisTime } from "@/lib/platform/pictures/hash-picture";
import { setVariables } from "@/lib/testing/env";
import { makeCustodian, staffCtx } from "@/lib/testing/factories";
import { draw } from "@/lib/testing/pictures";
import { clearJobs, lockJobs, payloadsOf } from "@/lib/testing/queue";
import { fileRemoval, type MadeRemoval, readRemoval } from "@/lib/testing/removals";
import { firstRun, runJobs } from "@/lib/testing/run-jobs";
import { storeCopy } from "@/lib/testing/stored-copies";
import { film, videosAre, withoutVideos } from "@/lib/testing/videos";
import { confirmItem } from "../deciding/confirm-item";
import { fingerprintCopyTask, fingerprintVideoTask, resumeFingerprintsTask } from "./fingerprint-copy";
import { suggestSimilarTask } from "./suggest-similar";

const drawn = (...seeds: number[]) => Promise.all(seeds.map(draw));

/** A depiction with this stored copy, and its fingerprints. */
async function store(file: Buffer, mimeType = "video/mp4") {
  const depiction = await storeCopy(file, mimeType);
  const task = mimeType.startsWith("video/") ? fingerprintVideoTask : fingerprintCopyTask;
  await task.run({ depictionId: depiction.id }, firstRun);
  return depiction;
}

const secondsOf = async ({ id: depictionId }: { id: string }) =>
  (await db.copyHash.findMany({ where: { depictionId }, orderBy: { part: "asc" } })).map(({ second }) => second);

const isHashed = async ({ id: depictionId }: { id: string }) =>
  (await db.copyFingerprint.count({ where: { depictionId, hashedAt: { not: null } } })) === 1;

/** Of each suggestion, how many frames are alike of how many, and of what it resembles. */
const found = async (removal: MadeRemoval): Promise<Record<string, string>> =>
  Object.fromEntries(
    (await readRemoval(removal)).items
      .filter(({ foundBy }) => foundBy === "similar")
      .map((item) => [
        item.depictionId,
        `${item.frames} of ${item.framesOf}, ${item.nearFrames} of ${item.nearFramesOf}`,
      ]),
  );

describe.skipIf(withoutVideos)(videosAre("with ffmpeg"), () => {
  let pictures: Buffer[];
  let video: Buffer;

  beforeAll(async () => {
    pictures = await drawn(70, 71, 72);
    video = film(pictures);
  });

  it("suggests altered versions, parts and stills of a named video, stored before and after", async () => {
    const third = pictures[2] as Buffer;
    const other = await drawn(73, 74, 75, 76);
    const altered = await store(film(video, { words: ["-vf", "hflip,scale=320:-2", "-crf", "38"] }));
    const named = await store(video);
    await store(film(other));
    await fillSearch();
    const removal = await fileRemoval({ urls: [named.contentUrl] });
    await runJobs(suggestSimilarTask);
    expect(await found(removal)).toEqual({ [altered.id]: "3 of 3, 3 of 3" });
    const turned = await store(film(pictures, { as: "webm", words: ["-vf", "transpose=1"] }), "video/webm");
    const longer = await store(film([...pictures, ...other], { as: "mov" }), "video/quicktime");
    const part = await store(film(pictures.slice(1)));
    const still = await store(third, "image/jpeg");
    await runJobs(suggestSimilarTask);
    expect(await found(removal)).toEqual({
      [altered.id]: "3 of 3, 3 of 3",
      [turned.id]: "3 of 3, 3 of 3",
      [longer.id]: "3 of 7, 3 of 3",
      [part.id]: "2 of 2, 2 of 3",
      [still.id]: "1 of 1, 1 of 3",
    });
  });

  it("suggests a video that shows a named picture, and one like a confirmed video that was erased", async () => {
    const [picture, before, after] = (await drawn(80, 81, 82)) as [Buffer, Buffer, Buffer];
    const named = await store(picture, "image/jpeg");
    await fillSearch();
    const removal = await fileRemoval({ urls: [named.contentUrl] });
    const shows = await store(film([before, picture]));
    await runJobs(suggestSimilarTask);
    expect(await found(removal)).toEqual({ [shows.id]: "1 of 2, 1 of 1" });
    const item = (await readRemoval(removal)).items.find(({ depictionId }) => depictionId === shows.id);
    await db.removalItem.update({ where: { id: item?.id }, data: { status: "open" } });
    await confirmItem(staffCtx(await makeCustodian()), { itemId: item?.id ?? "", reason: "It shows you." });
    await db.copyHash.deleteMany({ where: { depictionId: shows.id } });
    const later = await store(film(film([before, picture]), { words: ["-vf", "vflip"] }));
    const half = await store(film([after, before]));
    const other = await store(after, "image/jpeg");
    await runJobs(suggestSimilarTask);
    const all = await found(removal);
    expect(all).toMatchObject({ [later.id]: "2 of 2, 2 of 2", [half.id]: "1 of 2, 1 of 2" });
    expect(all[other.id]).toBeUndefined();
  });

  it("looks up a long video some frames at a time, and asks for a fifth of either one", async () => {
    const long = await drawn(...Array.from({ length: 18 }, (_, n) => 100 + n));
    const others = await drawn(...Array.from({ length: 9 }, (_, n) => 140 + n));
    const named = await store(film(long));
    await fillSearch();
    const removal = await fileRemoval({ urls: [named.contentUrl] });
    const copy = await store(film(long, { words: ["-vf", "scale=400:-2"] }));
    const fifth = await store(film([...long.slice(16), ...others.slice(0, 8)]));
    await store(film([...long.slice(17), ...others]));
    await runJobs(suggestSimilarTask);
    expect(await found(removal)).toEqual({ [copy.id]: "18 of 18, 18 of 18", [fifth.id]: "2 of 10, 2 of 18" });
  });

  it("takes each copy once, also when two jobs do, and none that was erased meanwhile", async () => {
    const copy = await storeCopy(video, "video/mp4");
    const run = () => fingerprintVideoTask.run({ depictionId: copy.id }, firstRun);
    await Promise.all([run(), run()]);
    await run();
    expect(await secondsOf(copy)).toEqual([0, 1, 2]);
    const gone = await storeCopy(video, "video/mp4", { productionDate: new Date("2010-01-01") });
    const running = fingerprintVideoTask.run({ depictionId: gone.id }, firstRun);
    await db.depiction.deleteMany({ where: { id: gone.id } });
    await running;
    expect(await db.copyFingerprint.count({ where: { depictionId: gone.id } })).toBe(0);
  });

  it("starts again after it was stopped", async () => {
    const copy = await storeCopy(video, "video/mp4");
    const stopped = { ...firstRun, signal: AbortSignal.abort() };
    await expect(fingerprintVideoTask.run({ depictionId: copy.id }, stopped)).rejects.toThrow("aborted");
    expect(await isHashed(copy)).toBe(false);
    await fingerprintVideoTask.run({ depictionId: copy.id }, firstRun);
    expect(await secondsOf(copy)).toEqual([0, 1, 2]);
  });

  it("remembers what has no frames: a broken file, and one that is all black", async () => {
    const broken = await store(Buffer.from("\0\0\0\x18ftypmp42broken", "latin1"));
    const black = await store(film(video, { words: ["-vf", "drawbox=color=black:t=fill"] }));
    for (const copy of [broken, black]) {
      expect(await isHashed(copy)).toBe(true);
      expect(await secondsOf(copy)).toEqual([]);
      const { isUnreadable } = await comparisonOf(copy.id);
      expect(isUnreadable).toBe(copy === broken);
    }
  });

  it("makes up for videos that were stored without ffmpeg", async () => {
    const copy = await storeCopy(video, "video/mp4");
    setVariables({ FFMPEG_PATH: "/nowhere/ffmpeg" });
    await expect(fingerprintVideoTask.run({ depictionId: copy.id }, firstRun)).rejects.toThrow("ffmpeg");
    await resumeFingerprintsTask.run({}, firstRun);
    expect(await isHashed(copy)).toBe(false);
    // An earlier version didn't note that it waits.
    expect(await db.copyFingerprint.count({ where: { depictionId: copy.id } })).toBe(1);
    expect(await runJobs(fingerprintVideoTask, { depictionId: copy.id })).toBe(0);
    setVariables({ FFMPEG_PATH: undefined });
    await resumeFingerprintsTask.run({}, firstRun);
    await runJobs(fingerprintVideoTask, { depictionId: copy.id });
    expect(await secondsOf(copy)).toEqual([0, 1, 2]);
  });
});

it.skipIf(process.platform !== "linux")("tries again what was ended, until the last attempt", async () => {
  const path = join(mkdtempSync(join(tmpdir(), "videos-")), "ffmpeg");
  onTestFinished(() => rmSync(dirname(path), { recursive: true }));
  writeFileSync(path, "#!/bin/sh\n[ $1 = -version ] || { echo refused >&2; exit 1; }\n", { mode: 0o700 });
  setVariables({ FFMPEG_PATH: path });
  const { id: depictionId } = await storeCopy(Buffer.from("x"), "video/mp4");
  const run = (lastAttempt: boolean) => fingerprintVideoTask.run({ depictionId }, { ...firstRun, lastAttempt });
  await expect(run(false)).rejects.toThrow(UnreadThisTime);
  expect(await comparisonOf(depictionId)).toMatchObject({ isWaiting: true, isUnreadable: false });
  await run(true);
  expect(await comparisonOf(depictionId)).toMatchObject({ isWaiting: false, isUnreadable: true });
});

it("keeps videos in the queue without ffmpeg, unless no process has it", async () => {
  await clearJobs();
  setVariables({ FFMPEG_PATH: "/nowhere/ffmpeg" });
  const add = (minutes: number) =>
    inTransaction((tx) =>
      enqueue(tx, FINGERPRINT_VIDEO, { depictionId: newId() }, { runAt: new Date(Date.now() - minutes * MINUTE_MS) }),
    );
  const night = async () => {
    await resumeFingerprintsTask.run({}, firstRun);
    return (await payloadsOf(FINGERPRINT_VIDEO)).length;
  };
  await add(61);
  await lockJobs(FINGERPRINT_VIDEO, "another");
  for (const minutes of [59, 61, 61]) await add(minutes);
  expect(await night()).toBe(4);
  await db.$executeRaw`SELECT graphile_worker.force_unlock_workers(ARRAY['another'])`;
  expect(await night()).toBe(1);
});

it("queues a video apart from pictures, and each partner's behind its own", async () => {
  const [one, other] = [newId(), newId()];
  const [first, second, third, last] = [newId(), newId(), newId(), newId()];
  const queue = (copies: readonly [id: string, partnerId: string][]) =>
    inTransaction(async (tx) => {
      for (const [id, partnerId] of copies) await queueFingerprint(tx, { id, partnerId, mimeType: "video/mp4" });
    });
  const queued = async () =>
    (
      await db.$queryRaw<{ id: string; place: number }[]>`
        SELECT right(key, 25) AS id, priority - 10 AS place FROM graphile_worker.jobs
        WHERE task_identifier = 'fingerprint_video' AND queue_name IS NULL AND key LIKE ANY (ARRAY[${`%:${one}:%`}, ${`%:${other}:%`}])
        ORDER BY priority, run_at, id`
    ).map(({ id, place }) => [id, place]);
  const inTurn = [
    [first, 0],
    [last, 0],
    [second, 1],
    [third, 2],
  ];
  await queue([
    [first, one],
    [second, one],
    [third, one],
    [last, other],
  ]);
  expect(await queued()).toEqual(inTurn);
  // As the nightly job does.
  await queue([
    [first, one],
    [second, one],
    [third, one],
    [last, other],
  ]);
  expect(await queued()).toEqual(inTurn);
});
