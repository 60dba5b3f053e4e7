import { afterEach, beforeEach, expect, it } from "vitest";
import { confirmItem } from "@/lib/domain/removals";
import { clock } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";
import { HOUR_MS, MINUTE_MS } from "@/lib/platform/duration";
import { makeCustodian, staffCtx } from "@/lib/testing/factories";
import {
  makeSource,
  STOPNCII_KEYS,
  startStopNcii,
  startThreatExchange,
  storePicture,
} from "@/lib/testing/hash-services";
import { draw } from "@/lib/testing/pictures";
import { clearJobs } from "@/lib/testing/queue";
import { makeRemoval } from "@/lib/testing/removals";
import { firstRun, runJobs } from "@/lib/testing/run-jobs";
import { endSource, runSourcesTask, runSourceTask, setKeys, viewSource } from ".";

const open: { close: () => Promise<void> }[] = [];
beforeEach(async () => {
  await clearJobs();
  // Sources of other tests don't run.
  await db.hashSource.updateMany({ data: { endedAt: clock.now(), withdraws: false } });
});
afterEach(async () => {
  for (const service of open.splice(0)) await service.close();
});

const SERVICES = { stopncii: startStopNcii, threatexchange: startThreatExchange };

/** A source of a service, and what is at the service of our hashes. */
async function serve<K extends keyof typeof SERVICES>(kind: K, direction: "out" | "both" = "out") {
  const service = (await SERVICES[kind]()) as Awaited<ReturnType<(typeof SERVICES)[K]>>;
  open.push(service);
  return { ...service, ...(await makeSource({ kind, direction, baseUrl: service.baseUrl })) };
}

let seed = 7000;

/** A confirmed copy of a picture, under a request about intimate images. */
async function confirmCopy(): Promise<{ depictionId: string }> {
  seed += 1;
  const { id } = await storePicture(await draw(seed));
  const { items } = await makeRemoval({ items: [{ depictionId: id }] });
  await confirmItem(staffCtx(await makeCustodian()), { itemId: items[0]?.id ?? "", reason: "It shows you." });
  return { depictionId: id };
}

/** Runs what is due now, as the schedule does. */
async function run({ later = 0 } = {}): Promise<void> {
  clock.advance(later);
  await runSourcesTask.run({}, firstRun);
  await runJobs(runSourceTask);
}

type Made = Awaited<ReturnType<typeof makeSource>>;

const end = ({ ctx, sourceId }: Made) => endSource(ctx, sourceId);
const endNow = ({ ctx, sourceId }: Made) => endSource(ctx, sourceId, { leaves: true });
const leftOf = async ({ ctx, sourceId }: Made) => (await viewSource(ctx, sourceId)).submitted;

/** Whether a source has ended and is still withdrawing, whether it has keys, and how many hashes its ledger said were left. */
async function endOf({ sourceId }: Made) {
  const { endedAt, withdraws } = await db.hashSource.findUniqueOrThrow({ where: { id: sourceId } });
  const action = { in: ["hash_source.ending", "hash_source.ended"] };
  const entries = await db.ledgerEntry.findMany({ where: { subjectId: sourceId, action }, orderBy: { seq: "asc" } });
  return {
    state: endedAt ? (withdraws ? "ending" : "ended") : "live",
    hasKeys: (await db.hashSourceKey.count({ where: { sourceId } })) > 0,
    said: entries.map(({ action, detail }) => `${action.split(".")[1]} ${JSON.parse(detail).left}`),
  };
}

it.each(["stopncii", "threatexchange"] as const)(
  "withdraws from %s what was submitted, submits and fetches nothing more, and then deletes the keys",
  async (kind) => {
    await confirmCopy();
    const source = await serve(kind, "both");
    await run();
    const left = await leftOf(source);
    expect(left).toBeGreaterThan(0);
    await Promise.all([end(source), end(source)]);
    expect(await endOf(source)).toEqual({ state: "ending", hasKeys: true, said: [`ending ${left}`] });
    await confirmCopy();
    const before = source.calls.length;
    await run();
    expect(await endOf(source)).toEqual({ state: "ended", hasKeys: false, said: [`ending ${left}`, "ended 0"] });
    const calls = source.calls.slice(before);
    if ("feedbacks" in source.state) {
      const { submitted, feedbacks } = source.state;
      expect(calls).toHaveLength(1);
      expect(feedbacks.map(({ hashValue }) => hashValue)).toEqual(submitted.map(({ hashValue }) => hashValue));
    } else {
      expect(calls.map(({ method }) => method)).toEqual(Array(left).fill("DELETE"));
      expect(source.state.descriptors.size).toBe(0);
    }
    await end(source);
    await run({ later: HOUR_MS });
    expect(source.calls).toHaveLength(before + calls.length);
  },
);

it("ends at once if it submitted nothing", async () => {
  const source = await serve("stopncii");
  await end(source);
  expect(await endOf(source)).toEqual({ state: "ended", hasKeys: false, said: ["ended 0"] });
});

it("withdraws what a run submits in the middle of which it ends", async () => {
  await confirmCopy();
  const source = await serve("threatexchange");
  source.state.refuses = async () => {
    source.state.refuses = () => 0;
    await end(source);
    return 0;
  };
  await run();
  expect(source.state.descriptors.size).toBe(1);
  expect(await endOf(source)).toMatchObject({ state: "ending", said: ["ending 1"] });
  await run();
  expect(source.state.descriptors.size).toBe(0);
  expect(await endOf(source)).toEqual({ state: "ended", hasKeys: false, said: ["ending 1", "ended 0"] });
});

it.each(["stopncii", "threatexchange"] as const)("withdraws from %s what it took without an answer", async (kind) => {
  await confirmCopy();
  const source = await serve(kind);
  source.state.loses = true;
  await run();
  source.state.loses = false;
  const left = await leftOf(source);
  expect(left).toBeGreaterThan(0);
  await end(source);
  await run();
  expect(await endOf(source)).toEqual({ state: "ended", hasKeys: false, said: [`ending ${left}`, "ended 0"] });
  if ("feedbacks" in source.state) expect(source.state.feedbacks).toHaveLength(left);
  else expect(source.state.descriptors.size).toBe(0);
});

it("keeps the names that it learned though the withdrawals failed", async () => {
  const copy = await confirmCopy();
  const source = await serve("threatexchange");
  source.state.loses = true;
  await run();
  source.state.loses = false;
  await end(source);
  source.state.refuses = (body) => (body === "" ? 503 : 0);
  await run();
  expect(source.state.descriptors.size).toBeGreaterThan(0);
  // It isn't submitted again from now on.
  await makeRemoval({ says: { age: "minor" }, items: [copy] });
  source.state.refuses = (body) => (body === "" ? 0 : 500);
  await run({ later: HOUR_MS });
  expect(source.state.descriptors.size).toBe(0);
  expect(await endOf(source)).toMatchObject({ state: "ended", hasKeys: false });
});

it("withdraws what has a name though the service takes no submission any longer", async () => {
  await confirmCopy();
  const source = await serve("threatexchange");
  await run();
  const named = source.state.descriptors.size;
  await confirmCopy();
  source.state.loses = true;
  await run({ later: 16 * MINUTE_MS });
  source.state.loses = false;
  const unnamed = source.state.descriptors.size - named;
  expect([named, unnamed].every((count) => count > 0)).toBe(true);
  await end(source);
  source.state.refuses = (body) => (body === "" ? 0 : 403);
  await run();
  expect(source.state.descriptors.size).toBe(unnamed);
  expect(await endOf(source)).toMatchObject({ state: "ending", hasKeys: true });
});

it.each([303, 408, 409])("counts what may have been taken behind an answer of %d", async (status) => {
  await confirmCopy();
  const source = await serve("stopncii");
  source.state.refuses = () => status;
  await run();
  expect(await leftOf(source)).toBeGreaterThan(0);
});

it("has nothing to withdraw where no call was taken", async () => {
  await confirmCopy();
  const source = await serve("threatexchange");
  source.state.refuses = () => 401;
  await run();
  expect(source.calls).toHaveLength(1);
  await end(source);
  expect(await endOf(source)).toEqual({ state: "ended", hasKeys: false, said: ["ended 0"] });
});

it("makes no further call once it ended in the middle of a run that also fetches", async () => {
  await confirmCopy();
  const source = await serve("stopncii", "both");
  source.state.refuses = async () => {
    await endNow(source);
    return 0;
  };
  await run();
  expect(source.calls.map(({ method }) => method)).toEqual(["POST"]);
  expect(await db.hashSource.findUniqueOrThrow({ where: { id: source.sourceId } })).toMatchObject({
    cursorStartedAt: null,
  });
});

it("withdraws at once, however the run failed in the middle of which it ends", async () => {
  await confirmCopy();
  const source = await serve("stopncii");
  source.state.refuses = async () => {
    source.state.refuses = () => 0;
    await end(source);
    return 500;
  };
  await run();
  expect(await db.hashSource.findUniqueOrThrow({ where: { id: source.sourceId } })).toMatchObject({
    ...{ failures: 0, lastError: null, claimedUntil: null },
  });
  await run();
  expect(await endOf(source)).toMatchObject({ state: "ended", hasKeys: false });
});

it("stops withdrawing when a custodian ends it now, and says what stays there", async () => {
  await confirmCopy();
  const source = await serve("threatexchange");
  await run();
  const left = await leftOf(source);
  await end(source);
  source.state.refuses = async () => {
    await Promise.all([endNow(source), endNow(source)]);
    return 0;
  };
  await run();
  // The call that was under way.
  expect([source.state.descriptors.size, await leftOf(source)]).toEqual([left - 1, left - 1]);
  await run({ later: HOUR_MS });
  expect(source.state.descriptors.size).toBe(left - 1);
  expect(await endOf(source)).toEqual({
    ...{ state: "ended", hasKeys: false, said: [`ending ${left}`, `ended ${left}`] },
  });
});

it("continues after a process died between an answer and its row, or before the keys were deleted", async () => {
  await confirmCopy();
  const source = await serve("threatexchange");
  const { sourceId } = source;
  await run();
  await end(source);
  const [first = ""] = source.state.descriptors.keys();
  source.state.descriptors.delete(first);
  const claimedUntil = new Date(clock.now().getTime() + 5 * MINUTE_MS);
  await db.hashSource.update({ where: { id: sourceId }, data: { lastRunAt: clock.now(), claimedUntil } });
  await run();
  expect(source.state.descriptors.size).toBeGreaterThan(0);
  await run({ later: 5 * MINUTE_MS + 1 });
  expect(source.state.descriptors.size).toBe(0);
  expect(await endOf(source)).toMatchObject({ state: "ended", hasKeys: false });

  const other = await serve("stopncii");
  await run();
  await end(other);
  await db.hashSubmission.updateMany({ where: { sourceId: other.sourceId }, data: { withdrawalSentAt: clock.now() } });
  await run();
  expect(other.state.feedbacks).toEqual([]);
  expect(await endOf(other)).toMatchObject({ state: "ended", hasKeys: false });
});

it("takes new keys while it withdraws, and none afterwards", async () => {
  await confirmCopy();
  const source = await serve("stopncii");
  await run();
  await end(source);
  source.state.refuses = () => 401;
  await run();
  expect(await viewSource(source.ctx, source.sourceId)).toMatchObject({ lastError: "It answered 401." });
  expect(await endOf(source)).toMatchObject({ state: "ending", hasKeys: true });
  source.state.refuses = () => 0;
  const set = () => setKeys(source.ctx, { sourceId: source.sourceId, kind: "stopncii", keys: STOPNCII_KEYS });
  await set();
  await run();
  expect(await endOf(source)).toMatchObject({ state: "ended", hasKeys: false });
  await expect(set()).rejects.toMatchObject({ code: "source_ended" });
});

it("says that a service refuses withdrawals, and ends now at a custodian's word", async () => {
  await confirmCopy();
  const source = await serve("threatexchange");
  await run();
  const left = await leftOf(source);
  await end(source);
  source.state.refuses = () => 403;
  await run();
  const lastError = `We couldn’t withdraw ${left} hashes. It answered 403.`;
  expect(await viewSource(source.ctx, source.sourceId)).toMatchObject({ lastError, withdraws: true });
  await endNow(source);
  expect(await endOf(source)).toEqual({
    ...{ state: "ended", hasKeys: false, said: [`ending ${left}`, `ended ${left}`] },
  });
});

it("leaves the hashes there that another source of the service shares, also while a withdrawal is refused", async () => {
  await confirmCopy();
  const source = await serve("threatexchange");
  const other = await makeSource({ kind: "threatexchange", direction: "out", baseUrl: source.baseUrl });
  await run();
  const before = source.state.descriptors.size;
  await end(source);
  source.state.refuses = (body) => (body === "" && source.state.descriptors.size < before ? 403 : 0);
  await run();
  expect([source.state.descriptors.size, await leftOf(other)]).toEqual([before - 1, before - 1]);
  source.state.refuses = (body) => (body === "" ? 403 : 0);
  await run({ later: 16 * MINUTE_MS });
  expect(await endOf(source)).toMatchObject({ state: "ending" });
  expect([source.state.descriptors.size, await leftOf(other)]).toEqual([before, before]);
});

it("takes nothing from a source of another app, which has names of its own", async () => {
  await confirmCopy();
  const source = await serve("threatexchange");
  const other = await makeSource({ kind: "threatexchange", direction: "out", baseUrl: source.baseUrl });
  await run();
  await db.hashSubmission.updateMany({ where: { sourceId: other.sourceId }, data: { remoteId: "1" } });
  const before = await leftOf(other);
  await end(source);
  await run();
  expect(await endOf(source)).toMatchObject({ state: "ended" });
  expect(await leftOf(other)).toBe(before);
});
