import sharp from "sharp";
import { afterEach, beforeEach, expect, it } from "vitest";
import { confirmItem, rejectItem } from "@/lib/domain/removals";
import { clock } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "@/lib/platform/duration";
import { setVariables } from "@/lib/testing/env";
import { makeCustodian, staffCtx } from "@/lib/testing/factories";
import {
  anyHash,
  listedOf,
  makeSource,
  STOPNCII_KEYS,
  startStopNcii,
  startThreatExchange,
  storePicture,
} from "@/lib/testing/hash-services";
import { draw } from "@/lib/testing/pictures";
import { clearJobs, payloadsOf } from "@/lib/testing/queue";
import { makeRemoval } from "@/lib/testing/removals";
import { firstRun, runJobs } from "@/lib/testing/run-jobs";
import { superuserClient } from "@/lib/testing/sql";
import { addSource, endSource, exportHashes, importFile, runSourcesTask, runSourceTask, setKeys, viewSource } from ".";
import { gatherHashes } from "./share-hashes";

const open: { close: () => Promise<void> }[] = [];
beforeEach(async () => {
  await clearJobs();
  // Sources of other tests don't run.
  await db.hashSource.updateMany({ data: { endedAt: clock.now(), withdraws: false } });
});
afterEach(async () => {
  for (const service of open.splice(0)) await service.close();
});

async function stopNcii(options: Parameters<typeof makeSource>[0] = {}) {
  const service = await startStopNcii();
  open.push(service);
  return { ...service, ...(await makeSource({ kind: "stopncii", baseUrl: service.baseUrl, ...options })) };
}

async function threatExchange(options: Parameters<typeof makeSource>[0] = {}) {
  const service = await startThreatExchange();
  open.push(service);
  return { ...service, ...(await makeSource({ kind: "threatexchange", baseUrl: service.baseUrl, ...options })) };
}

/** Runs what is due now, as the schedule does. */
async function run(): Promise<void> {
  await runSourcesTask.run({}, firstRun);
  await runJobs(runSourceTask);
}

const sourceOf = ({ sourceId }: { sourceId: string }) => db.hashSource.findUniqueOrThrow({ where: { id: sourceId } });

const liveOf = async ({ sourceId }: { sourceId: string }) =>
  (await listedOf(sourceId))
    .filter(({ withdrawnAt }) => !withdrawnAt)
    .map(({ externalId }) => externalId)
    .toSorted();

const pdqs = (...hashes: string[]) => hashes.map((hex) => `pdq ${hex}`).toSorted();

/** A confirmed copy of a picture, under a request about intimate images. */
async function confirmCopy(seed: number, request: Parameters<typeof makeRemoval>[0] = {}) {
  const stored = await storePicture(await draw(seed));
  const removal = await makeRemoval({ ...request, items: [{ depictionId: stored.id }] });
  await confirmItem(staffCtx(await makeCustodian()), { itemId: removal.items[0]?.id ?? "", reason: "It shows you." });
  return { ...stored, itemId: removal.items[0]?.id ?? "" };
}

const sharedFrom = (itemId: string) =>
  db.sharedHash.findMany({
    where: { items: { some: { itemId } } },
    select: { id: true, sha256: true, withdrawnAt: true },
  });

it("fetches StopNCII page by page, with its keys, and goes on from the last page", async () => {
  const source = await stopNcii();
  const [a, b, c, d] = [anyHash(), anyHash(), anyHash(), anyHash()];
  source.state.records = [
    { hashValue: a },
    { hashValue: "d41d8cd98f00b204e9800998ecf8427e", signalType: "VideoMD5" },
    { hashValue: b, hashStatus: "Received" },
    { hashValue: "12", caseNumbers: {} },
    { hashValue: c, hashStatus: "Withdrawn" },
  ];
  await run();
  expect(await liveOf(source)).toEqual(pdqs(a, b));
  expect(source.calls.map(({ url }) => Object.fromEntries(url.searchParams))).toEqual([
    { startTimestamp: "10", pageSize: "800" },
    { startTimestamp: "10", pageSize: "800", nextPageToken: "2" },
    { startTimestamp: "10", pageSize: "800", nextPageToken: "4" },
  ]);
  expect(await sourceOf(source)).toMatchObject({ failures: 0, lastError: null });
  await run();
  expect(source.calls).toHaveLength(3);
  source.state.records = [{ hashValue: a, hashStatus: "Deleted" }, { hashValue: d }];
  clock.advance(16 * MINUTE_MS);
  await run();
  expect(await liveOf(source)).toEqual(pdqs(b, d));
  expect(source.calls.at(-1)?.url.searchParams.get("startTimestamp")).toBe("1625175071");
  expect(await payloadsOf("match_listed_hashes")).not.toEqual([]);
  const entries = await db.ledgerEntry.findMany({
    where: { action: "hash_source.fetched", subjectId: source.sourceId },
  });
  expect(entries.map(({ detail }) => JSON.parse(detail))).toEqual([
    { added: 1, renewed: 0, withdrawn: 0, unsupported: 1, unreadable: 0 },
    { added: 1, renewed: 0, withdrawn: 0, unsupported: 0, unreadable: 1 },
    { added: 1, renewed: 0, withdrawn: 1, unsupported: 0, unreadable: 0 },
  ]);
});

it.each([
  ["429", (response) => Object.assign(response, { statusCode: 429 }).end("{}"), "It answered 429."],
  ["500", (response) => Object.assign(response, { statusCode: 500 }).end("oops"), "It answered 500."],
  ["a redirect", (response) => response.writeHead(302, { location: "http://127.0.0.1:1/" }).end(), "It answered 302."],
  ["no JSON", (response) => response.end("<html>"), "Its answer is not JSON."],
  ["another shape", (response) => response.end('{"records":[]}'), "Its answer is not a page of hashes."],
  [
    "fewer hashes than it says",
    (response) => response.end('{"count":9,"nextSetTimestamp":1,"hasMoreRecords":false,"hashRecords":[]}'),
    "Its page is cut off.",
  ],
  [
    "half a page",
    (response) => {
      response.writeHead(200, { "content-length": "900" }).write('{"count":1,');
      setTimeout(() => response.destroy(), 20);
    },
    "It could not be reached (UND_ERR_SOCKET).",
  ],
] satisfies [string, Awaited<ReturnType<typeof startStopNcii>>["state"]["failures"][number], string][])(
  "keeps the pages before a fault, waits longer after each, and goes on there: %s",
  async (_, fail, words) => {
    const source = await stopNcii();
    const hashes = [anyHash(), anyHash(), anyHash()];
    source.state.records = hashes.map((hashValue) => ({ hashValue }));
    // The second page fails twice.
    source.state.failures.push(source.state.pass, fail, fail);
    await run();
    expect(await liveOf(source)).toEqual(pdqs(...hashes.slice(0, 2)));
    expect(await sourceOf(source)).toMatchObject({ failures: 1, lastError: words, claimedUntil: null });
    await run();
    expect(source.calls).toHaveLength(2);
    clock.advance(MINUTE_MS + 1);
    await run();
    expect(await sourceOf(source)).toMatchObject({ failures: 2, lastError: words });
    clock.advance(MINUTE_MS + 1);
    await run();
    expect(source.calls).toHaveLength(3);
    clock.advance(MINUTE_MS + 1);
    await run();
    expect(await sourceOf(source)).toMatchObject({ failures: 0, lastError: null });
    expect(await liveOf(source)).toEqual(pdqs(...hashes));
    expect(source.calls.map(({ url }) => url.searchParams.get("nextPageToken"))).toEqual([null, "2", "2", "2"]);
  },
);

it("goes on at the page where a process died, once its claim has run out, and reads a page again whose token is old", async () => {
  const source = await stopNcii();
  const hashes = [anyHash(), anyHash(), anyHash()];
  source.state.records = hashes.map((hashValue) => ({ hashValue }));
  source.state.failures.push(source.state.pass, (response) => response.destroy());
  await run();
  // As if the process had died in the second page: claimed, and nothing said.
  const claimedUntil = new Date(clock.now().getTime() + 5 * MINUTE_MS);
  await db.hashSource.update({
    where: { id: source.sourceId },
    data: { claimedUntil, failures: 0, lastError: null, nextRunAt: clock.now() },
  });
  await run();
  expect(source.calls).toHaveLength(2);
  clock.advance(5 * MINUTE_MS + 1);
  await run();
  expect(source.calls.at(-1)?.url.searchParams.get("nextPageToken")).toBe("2");
  expect(await liveOf(source)).toEqual(pdqs(...hashes));
  await db.hashSource.update({
    where: { id: source.sourceId },
    data: { cursor: JSON.stringify({ start: 10, token: "2", tokenAt: clock.now().getTime() }), nextRunAt: clock.now() },
  });
  clock.advance(2 * HOUR_MS);
  await run();
  expect(source.calls.slice(3).map(({ url }) => url.searchParams.get("nextPageToken"))).toEqual([null, "2"]);
});

it("reads a list from its beginning at half the time that its hashes are matched, so what is still listed doesn't end", async () => {
  const source = await stopNcii({ daysKept: 20 });
  const [kept, forgotten] = [anyHash(), anyHash()];
  source.state.records = [{ hashValue: kept }, { hashValue: forgotten }];
  await run();
  const before = await listedOf(source.sourceId);
  source.state.records = [{ hashValue: kept }];
  clock.advance(11 * DAY_MS);
  await run();
  expect(source.calls.at(-1)?.url.searchParams.get("startTimestamp")).toBe("10");
  const after = await listedOf(source.sourceId);
  expect(after.map(({ endsAt }, at) => (endsAt.getTime() - (before[at]?.endsAt.getTime() ?? 0)) / DAY_MS)).toEqual([
    11, 0,
  ]);
});

it("fetches ThreatExchange in the order of its updates, without our own descriptions, and deletes what it deletes", async () => {
  const source = await threatExchange();
  const [a, b, c, d, e] = [anyHash(), anyHash(), anyHash(), anyHash(), anyHash()];
  const by = (owner: string, status = "MALICIOUS") => ({
    descriptors: { data: [{ id: "5", owner: { id: owner }, status }] },
  });
  source.state.updates = [
    { id: "1", indicator: a },
    { id: "2", indicator: b, type: "HASH_SHA256" },
    { id: "3", indicator: c, ...by("1234") },
    { id: "4", indicator: d, ...by("99", "NON_MALICIOUS") },
    { id: "5", indicator: e, type: "HASH_MD5" },
  ];
  await run();
  expect(await liveOf(source)).toEqual(["indicator 1", "indicator 2"]);
  expect(source.calls).toHaveLength(3);
  // The token is in no column that a page reads.
  expect(JSON.stringify(await sourceOf(source))).not.toContain("secret");
  source.state.updates = [{ id: "1", indicator: a, should_delete: true, descriptors: { data: [] } }];
  clock.advance(16 * MINUTE_MS);
  await run();
  expect(source.calls.at(-1)?.url.searchParams.get("start_time")).toBe("1004");
  expect(await liveOf(source)).toEqual(["indicator 2"]);
});

it("doesn't follow a next page that leads to another host", async () => {
  const source = await threatExchange();
  source.state.updates = [1, 2, 3].map((id) => ({ id: String(id), indicator: anyHash() }));
  source.state.next = "http://127.0.0.1:1/v1/77/threat_updates/?after=2";
  await run();
  expect(await sourceOf(source)).toMatchObject({ lastError: "Its next page is somewhere else." });
  expect(await liveOf(source)).toEqual([]);
});

it("submits each confirmed hash once, and withdraws it when its confirmation is reversed", async () => {
  const confirmed = await confirmCopy(201);
  const [ncii, exchange] = [await stopNcii({ direction: "out" }), await threatExchange({ direction: "both" })];
  await run();
  clock.advance(16 * MINUTE_MS);
  await run();
  const mine = await sharedFrom(confirmed.itemId);
  expect(mine).toHaveLength(2);
  const hex = await pdqOf(confirmed.id);
  const sentOf = (hash: string) => [
    ncii.state.submitted.filter(({ hashValue }) => hashValue === hash).length,
    [...exchange.state.descriptors.values()].filter((sent) => sent.get("indicator") === hash).length,
  ];
  expect([sentOf(hex), sentOf(confirmed.sha256)]).toEqual([
    [1, 1],
    [0, 1],
  ]);
  const sent = [...exchange.state.descriptors.values()].find((one) => one.get("indicator") === hex);
  expect(Object.fromEntries(sent ?? [])).toMatchObject({
    ...{ type: "HASH_PDQ", privacy_type: "HAS_PRIVACY_GROUP", privacy_members: "77", status: "MALICIOUS" },
  });
  // Nothing that leads to a record, a claimant or a partner.
  const everything = JSON.stringify([
    ncii.calls.map(({ body }) => body),
    [...exchange.state.descriptors.values()].map(String),
  ]);
  for (const secret of [confirmed.id, confirmed.partnerId, confirmed.itemId, confirmed.contentUrl, "Clara"])
    expect(everything).not.toContain(secret);
  // No code does so today, and a guard refuses it: what follows must not depend on how it comes about.
  const superuser = await superuserClient();
  await superuser.query("SET session_replication_role = replica");
  await superuser.query(
    "UPDATE removal_items SET status = 'open', decided_by_id = NULL, decided_at = NULL WHERE id = $1",
    [confirmed.itemId],
  );
  await superuser.end();
  clock.advance(16 * MINUTE_MS);
  await run();
  expect(ncii.state.feedbacks).toContainEqual({ hashValue: hex, feedbackValue: "Withdrawn", tags: [] });
  expect(sentOf(hex)[1]).toBe(0);
  const feedbacks = ncii.state.feedbacks.length;
  clock.advance(16 * MINUTE_MS);
  await run();
  expect(ncii.state.feedbacks).toHaveLength(feedbacks);
  expect((await sharedFrom(confirmed.itemId)).every(({ withdrawnAt }) => withdrawnAt !== null)).toBe(true);
});

it("submits what a fault left by the next run, also when nothing can be fetched", async () => {
  const confirmed = await confirmCopy(202);
  const ncii = await stopNcii({ direction: "both" });
  const failing = async (met: (body: string) => boolean) => {
    ncii.state.refuses = (body) => (met(body) ? 500 : 0);
    clock.advance(5 * MINUTE_MS);
    await run();
  };
  await failing(() => true);
  expect(await sourceOf(ncii)).toMatchObject({ failures: 1, lastError: "It answered 500." });
  expect(ncii.state.submitted).toEqual([]);
  // What is fetched has no body.
  await failing((body) => body === "");
  expect(await sourceOf(ncii)).toMatchObject({ failures: 2, lastError: "It answered 500." });
  expect(ncii.state.submitted).not.toEqual([]);
  expect(await sharedFrom(confirmed.itemId)).not.toEqual([]);
});

it.each([
  ["refuses", 400, 1],
  ["fails at", 500, 12],
])("tells a service that %s one hash of all others, and withdraws before", async (_, status, runs) => {
  const gone = await confirmCopy(status);
  const ncii = await stopNcii({ direction: "out" });
  await run();
  await makeRemoval({ says: { age: "unsure" }, items: [{ depictionId: gone.id }] });
  const copies = [await confirmCopy(status + 1), await confirmCopy(status + 2), await confirmCopy(status + 3)];
  const poison = await pdqOf(copies[1]?.id ?? "");
  ncii.state.refuses = (body) => (body.includes("hashRecords") && body.includes(poison) ? status : 0);
  for (let n = 0; n < runs; n += 1) {
    clock.advance(6 * HOUR_MS + 1);
    await run();
    if (n === 0) expect(ncii.state.feedbacks.map(({ hashValue }) => hashValue)).toContain(await pdqOf(gone.id));
  }
  const told = ncii.state.submitted.map(({ hashValue }) => hashValue);
  for (const { id } of copies) expect(told.includes(await pdqOf(id))).toBe((await pdqOf(id)) !== poison);
  expect(new Set(told).size).toBe(told.length);
  const lastError = `We couldn’t send 1 hash. It answered ${status}.`;
  expect(await sourceOf(ncii)).toMatchObject({ failures: 0, lastError });
  // It takes it at last: once it works again, or by other keys.
  const isTaken = async () => {
    clock.advance(16 * MINUTE_MS);
    await run();
    return ncii.state.submitted.some(({ hashValue }) => hashValue === poison);
  };
  ncii.state.refuses = () => 0;
  expect(await isTaken()).toBe(status === 500);
  await setKeys(staffCtx(await makeCustodian()), { sourceId: ncii.sourceId, kind: "stopncii", keys: STOPNCII_KEYS });
  expect(await isTaken()).toBe(true);
});

it.each([31, 32, 40])("asks about each hash alone after %d failed calls", async (tries) => {
  await confirmCopy(3000 + tries);
  await confirmCopy(4000 + tries);
  const ncii = await stopNcii({ direction: "out" });
  ncii.state.refuses = () => 401;
  await run();
  await db.hashSubmission.updateMany({ where: { sourceId: ncii.sourceId }, data: { tries } });
  const before = ncii.calls.length;
  ncii.state.refuses = () => 500;
  clock.advance(6 * HOUR_MS + 1);
  await run();
  const counts = ncii.calls.slice(before).map(({ body }) => JSON.parse(body).count);
  expect(counts.length).toBeGreaterThan(1);
  expect(new Set(counts)).toEqual(new Set([1]));
});

it.each([400, 403, 410])(
  "withdraws what a service refused to withdraw with %d, and holds up nothing for it",
  async (status) => {
    const gone = await confirmCopy(1000 + status);
    const source = await threatExchange({ direction: "out" });
    const told = async (answer: number) => {
      source.state.refuses = (body) => (body === "" ? answer : 0);
      clock.advance(6 * HOUR_MS + 1);
      await run();
      return [...source.state.descriptors.values()].map((sent) => sent.get("indicator"));
    };
    const own = [await pdqOf(gone.id), gone.sha256];
    expect(await told(0)).toEqual(expect.arrayContaining(own));
    await makeRemoval({ says: { age: "minor" }, items: [{ depictionId: gone.id }] });
    const next = await confirmCopy(2000 + status);
    expect(await told(status)).toEqual(expect.arrayContaining([...own, next.sha256]));
    expect((await sourceOf(source)).lastError).toBe(`We couldn’t send 2 hashes. It answered ${status}.`);
    const left = await told(0);
    for (const hash of own) expect(left).not.toContain(hash);
  },
);

it("never submits again what may show a child to withdraw it, though a call about it had failed", async () => {
  const confirmed = await confirmCopy(241);
  const [ncii, exchange] = [await stopNcii({ direction: "out" }), await threatExchange({ direction: "out" })];
  for (const { state } of [ncii, exchange]) state.refuses = () => 500;
  await run();
  expect([ncii.calls.length, exchange.calls.length]).toEqual([1, 1]);
  // As if a process had died in the middle of those calls.
  const hashId = { in: (await sharedFrom(confirmed.itemId)).map(({ id }) => id) };
  await db.hashSubmission.updateMany({ where: { sourceId: exchange.sourceId, hashId }, data: { toldAt: clock.now() } });
  await makeRemoval({ says: { age: "minor" }, items: [{ depictionId: confirmed.id }] });
  for (const { state } of [ncii, exchange]) state.refuses = () => 0;
  clock.advance(6 * HOUR_MS);
  await run();
  const pdq = await pdqOf(confirmed.id);
  const sent = [ncii, exchange].flatMap(({ calls }) => calls.slice(1).map(({ body }) => body));
  const submitted = sent.filter((body) => !body.includes("hashFeedbacks")).join();
  expect(submitted).not.toBe("");
  for (const hash of [pdq, confirmed.sha256]) expect(submitted).not.toContain(hash);
  // StopNCII may have taken it, and withdraws by value.
  expect(ncii.state.feedbacks.map(({ hashValue }) => hashValue)).toContain(pdq);
  // ThreatExchange would have to be told of them again. They are counted when the source ends.
  await endSource(exchange.ctx, exchange.sourceId);
  await run();
  const { endedAt, withdraws, submitted: left } = await viewSource(exchange.ctx, exchange.sourceId);
  expect([endedAt !== null, withdraws, left]).toEqual([true, false, 2]);
});

it("sends nothing that a request says may show a child since the run began", async () => {
  const copies = [await confirmCopy(242), await confirmCopy(243)];
  const source = await threatExchange({ direction: "out" });
  let said: (typeof copies)[number] | undefined;
  source.state.refuses = async (body) => {
    if (said) return 0;
    const sent = await Promise.all(copies.map(async ({ id, sha256 }) => [await pdqOf(id), sha256]));
    said = copies.find((_, at) => !sent[at]?.some((hash) => body.includes(hash)));
    if (said) await makeRemoval({ says: { age: "minor" }, items: [{ depictionId: said.id }] });
    return 0;
  };
  await run();
  const bodies = source.calls.map(({ body }) => body).join();
  expect(source.calls.length).toBeGreaterThan(1);
  for (const hash of [await pdqOf(said?.id ?? ""), said?.sha256 ?? ""]) expect(bodies).not.toContain(hash);
});

it("submits what may be shared again in a later run than it was withdrawn in", async () => {
  const confirmed = await confirmCopy(244);
  const source = await stopNcii({ direction: "out" });
  source.state.loses = true;
  await run();
  source.state.loses = false;
  const says = await makeRemoval({ says: { age: "minor" }, items: [{ depictionId: confirmed.id }] });
  source.state.refuses = async (body) => {
    if (!body.includes("hashFeedbacks")) return 0;
    await rejectTwice(says);
    await gatherHashes();
    return 0;
  };
  clock.advance(6 * HOUR_MS);
  await run();
  const hashId = { in: (await sharedFrom(confirmed.itemId)).map(({ id }) => id) };
  const row = () =>
    db.hashSubmission.findFirstOrThrow({
      where: { sourceId: source.sourceId, hashId },
      select: { sentAt: true, withdrawalSentAt: true },
    });
  expect(await row()).toEqual({ sentAt: null, withdrawalSentAt: expect.any(Date) });
  source.state.refuses = () => 0;
  clock.advance(16 * MINUTE_MS);
  await run();
  expect(await row()).toEqual({ sentAt: expect.any(Date), withdrawalSentAt: null });
});

const pdqOf = async (depictionId: string): Promise<string> => {
  const [{ pdq = "" } = {}] = await db.$queryRaw<{ pdq: string }[]>`
    SELECT pdq::text AS pdq FROM copy_hashes WHERE depiction_id = ${depictionId} AND part = 0`;
  return BigInt(`0b${pdq}`).toString(16).padStart(64, "0");
};

it.each([
  ["its source ended", () => ({ endedAt: clock.now() })],
  [
    "another run has it",
    () => ({ lastRunAt: new Date(0), claimedUntil: clock.now(), lastSuccessAt: null, nextRunAt: new Date(0) }),
  ],
])("makes no further call once %s", async (_, change) => {
  await confirmCopy(230);
  await confirmCopy(231);
  const source = await threatExchange({ direction: "out" });
  const { sourceId: id } = source;
  const data = change();
  source.state.refuses = async () => {
    await db.hashSource.update({ where: { id }, data });
    return 0;
  };
  await run();
  expect(source.calls).toHaveLength(1);
  expect(await db.hashSubmission.count({ where: { sourceId: id, sentAt: { not: null } } })).toBe(1);
  expect(await sourceOf(source)).toMatchObject(data);
});

it.each([
  ["of copyright", 211, { legalBasis: "DMCA" as const }, {}],
  ["about a child", 212, {}, { age: "minor" as const }],
  ["about somebody of unknown age", 213, {}, { age: "unsure" as const }],
  ["filed before ages were kept beside claims", 214, { age: null }, {}],
])("never shares hashes of a request %s", async (_, seed, request, says) => {
  const confirmed = await confirmCopy(seed, { ...request, says });
  await stopNcii({ direction: "out" });
  await run();
  expect(await sharedFrom(confirmed.itemId)).toEqual([]);
});

/** Rejects a request's only item, as two custodians do. */
async function rejectTwice({ items: [item] }: Awaited<ReturnType<typeof makeRemoval>>): Promise<void> {
  for (const reason of ["It shows an adult.", null])
    await rejectItem(staffCtx(await makeCustodian()), { itemId: item?.id ?? "", reason });
}

it("shares no hash of a record that may show a child, until a custodian rejects who says so", async () => {
  const confirmed = await confirmCopy(232);
  const [, filed] = [await stopNcii({ direction: "out" }), { items: [{ depictionId: confirmed.id }] }];
  const isShared = async () => {
    clock.advance(16 * MINUTE_MS);
    await run();
    return (await sharedFrom(confirmed.itemId)).map(({ withdrawnAt }) => withdrawnAt === null);
  };
  await makeRemoval({ legalBasis: "OTHER", age: null, ...filed });
  expect(await isShared()).toEqual([true, true]);
  // Another record of the picture, in another file whose hash is near.
  const twin = await storePicture(
    await sharp(await draw(232))
      .resize(300)
      .jpeg({ quality: 60 })
      .toBuffer(),
  );
  expect(await pdqOf(twin.id)).not.toBe(await pdqOf(confirmed.id));
  const ofTwin = await makeRemoval({ says: { age: "unsure" }, items: [{ depictionId: twin.id }] });
  expect(await isShared()).toEqual([false, false]);
  await rejectTwice(ofTwin);
  expect(await isShared()).toEqual([true, true]);
  const says = await makeRemoval({ says: { age: "minor" }, ...filed });
  expect(await isShared()).toEqual([false, false]);
  await rejectTwice(says);
  expect(await isShared()).toEqual([true, true]);
});

it("doesn't import what we submitted, unless somebody has a case about it", async () => {
  await confirmCopy(205);
  const source = await stopNcii({ direction: "both" });
  await run();
  const [mine, theirs] = source.state.submitted.map(({ hashValue }) => hashValue);
  source.state.records = [{ hashValue: mine ?? "", caseNumbers: {} }];
  clock.advance(16 * MINUTE_MS);
  await run();
  expect(await liveOf(source)).toEqual([]);
  source.state.records = [{ hashValue: mine ?? "" }];
  clock.advance(16 * MINUTE_MS);
  await run();
  expect(await liveOf(source)).toEqual(pdqs(mine ?? ""));
  expect(theirs).not.toBe(mine);
});

it("exports hashes of confirmed copies under random ids, which our own import reads, and never what others list", async () => {
  const confirmed = await confirmCopy(206);
  const source = await makeSource();
  const listed = anyHash();
  const file = async function* (text: string) {
    yield Buffer.from(text);
  };
  await importFile(source.ctx, { sourceId: source.sourceId, file: file(`pdq ${listed}\nsha256 ${confirmed.sha256}`) });
  const textOf = async (format: "stopncii" | "threatexchange") => {
    const exported = await exportHashes(source.ctx, { format });
    return new Response("csv" in exported ? exported.csv : exported.json).text();
  };
  const [csv, json] = [await textOf("threatexchange"), await textOf("stopncii")];
  expect(csv).toContain(`${confirmed.sha256},HASH_SHA256`);
  expect(json).not.toContain(confirmed.sha256);
  const { hashRecords, count } = JSON.parse(json);
  expect(hashRecords).toHaveLength(count);
  expect(hashRecords[0]).toEqual({
    ...{ id: expect.stringMatching(/^[0-9a-f]{32}$/), lastModtimestamp: expect.any(Number), signalType: "ImagePDQ" },
    ...{ hashValue: expect.stringMatching(/^[0-9a-f]{64}$/) },
    ...(hashRecords[0].hashStatus && { hashStatus: "Withdrawn" }),
    CSPFeedbacks: [{ feedbackValue: expect.any(String), tags: [] }],
  });
  for (const secret of [confirmed.id, confirmed.partnerId, confirmed.itemId, listed]) {
    expect(csv).not.toContain(secret);
    expect(json).not.toContain(secret);
  }
  const other = await makeSource();
  for (const text of [csv, json]) {
    const { importId } = await importFile(other.ctx, { sourceId: other.sourceId, file: file(text) });
    expect(await db.hashImport.findUniqueOrThrow({ where: { id: importId } })).toMatchObject({ problemCount: 0 });
  }
  const stale = staffCtx(await makeCustodian());
  stale.actor = { ...stale.actor, provenAt: new Date(clock.now().getTime() - HOUR_MS) };
  await expect(exportHashes(stale, { format: "stopncii" })).rejects.toMatchObject({ code: "prove_again" });
});

it("keeps keys sealed, and says what is missing", async () => {
  const { sourceId, ctx, calls } = await stopNcii({
    keys: { subscriptionKey: "subscription", fetchKey: "key-of-FetchHashes" },
    direction: "both",
  });
  await confirmCopy(207);
  await run();
  expect(await sourceOf({ sourceId })).toMatchObject({ lastError: "Set the function key of SubmitHashes." });
  // What others list is fetched all the same.
  expect(calls.map(({ method }) => method)).toEqual(["GET"]);
  const { sealed } = await db.hashSourceKey.findUniqueOrThrow({ where: { sourceId } });
  expect(Buffer.from(sealed).toString("latin1")).not.toContain("subscription");
  await db.hashSourceKey.update({ where: { sourceId }, data: { sealed: Buffer.concat([sealed, Buffer.of(1)]) } });
  await db.hashSource.update({ where: { id: sourceId }, data: { nextRunAt: clock.now() } });
  await run();
  expect(await sourceOf({ sourceId })).toMatchObject({ lastError: "Its keys don’t open. Set them again." });
  const stale = { ...ctx, actor: { ...ctx.actor, provenAt: new Date(0) } };
  const keys = { sourceId, kind: "stopncii" as const, keys: {} };
  expect(() => setKeys(stale, keys)).toThrow(expect.objectContaining({ code: "prove_again" }));
  await endSource(ctx, sourceId);
  expect(await db.hashSourceKey.count({ where: { sourceId } })).toBe(0);
});

it("is only at public addresses with https, and under a name of its own", async () => {
  const ctx = staffCtx(await makeCustodian());
  const input = {
    name: "Dora",
    kind: "stopncii" as const,
    direction: "in" as const,
    daysKept: 365,
    groupId: "",
    baseUrl: "",
  };
  setVariables({ ALLOW_PRIVATE_WEBHOOKS: undefined });
  for (const baseUrl of [
    "http://api.stopncii.org/v1",
    "https://10.0.0.1/v1",
    "https://localhost/",
    "https://u:p@example.com/",
  ])
    await expect(addSource(ctx, { ...input, baseUrl })).rejects.toMatchObject({ field: "baseUrl" });
  setVariables({ ALLOW_PRIVATE_WEBHOOKS: "1" });
  await addSource(ctx, { ...input, baseUrl: "https://hashes.example.com/v1" });
  const again = addSource(ctx, { ...input, name: "DORA", baseUrl: "https://hashes.example.com/v1" });
  await expect(again).rejects.toMatchObject({ code: "name_taken" });
  // One that was added before the rule changed isn't called either.
  const source = await stopNcii();
  setVariables({ ALLOW_PRIVATE_WEBHOOKS: undefined });
  await run();
  expect(source.calls).toEqual([]);
  expect((await sourceOf(source)).lastError).toMatch(/https/);
});

it.each([
  ["too many records", `[${"0,".repeat(4_000)}0]`, "Its answer has too many records."],
  ["too many values", `[[${"[],".repeat(200_000)}0]]`, "Its answer has too many values, or is not text."],
])("reads no page with %s", async (_, records, lastError) => {
  const [ncii, exchange] = [await stopNcii(), await threatExchange()];
  ncii.state.failures.push((response) =>
    response.end(`{"nextSetTimestamp":1,"hasMoreRecords":false,"hashRecords":${records}}`),
  );
  exchange.state.failures.push((response) => response.end(`{"data":${records}}`));
  await run();
  for (const source of [ncii, exchange]) expect(await sourceOf(source)).toMatchObject({ failures: 1, lastError });
});
