import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { hashToken } from "@/lib/platform/crypto";
import { db, pool } from "@/lib/platform/db";
import { makeKey, makePartner } from "@/lib/testing/factories";
import { findKeyByHash, forgetKey } from "./find-key";
import { touchKey, writeKeyUses } from "./touch-key";

// The process's own clock, and the timers by which the cache asks for changes, run only when a test lets time pass.
beforeAll(() => {
  vi.useFakeTimers({ toFake: ["performance", "setTimeout", "clearTimeout"] });
});
afterAll(() => {
  vi.useRealTimers();
});

let query: ReturnType<typeof spyOnQuery>;
const spyOnQuery = () => vi.spyOn(pool(), "query");
/** The names of the statements that the database was sent since the spy was last cleared. */
const asked = () => query.mock.calls.map(([config]) => String(Reflect.get(Object(config), "name")));

beforeEach(() => {
  // Each test begins with nothing known, and with no question under way.
  vi.clearAllTimers();
  Reflect.deleteProperty(globalThis, Symbol.for("vellum.keyCache"));
  query = spyOnQuery();
});

/** Whatever the database has been asked is answered, and the answers are heard. */
async function heard(): Promise<void> {
  await Promise.allSettled(query.mock.results.map(({ value }) => value));
  await new Promise((resolve) => setImmediate(resolve));
}

async function pass(ms: number): Promise<void> {
  for (let left = ms; left > 0; left -= STEP_MS) {
    vi.advanceTimersByTime(Math.min(left, STEP_MS));
    await heard();
  }
}

const STEP_MS = 50;
const changedAt = async (id: string) => (await db.apiKey.findUniqueOrThrow({ where: { id } })).changedAt;

/** A key that this node has read, and of which, as of its partner, nothing has changed for an hour. */
async function makeKnown() {
  const partner = await makePartner();
  const { id, key } = await makeKey(partner);
  await pool().query("update api_keys set changed_at = now() - interval '1 hour' where id = $1", [id]);
  await pool().query("update partners set changed_at = now() - interval '1 hour' where id = $1", [partner.id]);
  const hash = hashToken(key);
  await findKeyByHash(hash);
  query.mockClear();
  return { id, hash, partner };
}

const undo: (() => void)[] = [];
afterEach(() => {
  for (const each of undo.splice(0)) each();
  query.mockRestore();
});

/** Lets `meet` have a say before each answer to a question for changes is heard. */
function meetAnswers(meet: () => Promise<void>): void {
  const own = pool();
  const query = own.query;
  const met = async (...asked: unknown[]) => {
    const answer: unknown = await Reflect.apply(query, own, asked);
    if (Reflect.get(Object(asked[0]), "name") === "changed_keys") await meet();
    return answer;
  };
  Object.defineProperty(own, "query", { value: met, configurable: true });
  undo.push(() => Reflect.deleteProperty(own, "query"));
}

/** Holds back the answer to the next question for changes, from when it was answered until it is released. */
function holdAnswer(): { answered: Promise<void>; release: () => void } {
  const { promise: answered, resolve: answer } = Promise.withResolvers<void>();
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  undo.push(release);
  meetAnswers(() => {
    answer();
    return released;
  });
  return { answered, release };
}

const revoke = (id: string) => db.apiKey.update({ where: { id }, data: { revokedAt: new Date() } });
const revokedAt = async (hash: Buffer) => (await findKeyByHash(hash))?.revokedAt;

describe("a change on another node is known half a second later, however old the key is, and no call waits for it:", () => {
  const at = new Date("2030-01-01T00:00:00.000Z");

  it.each(["revokedAt", "revokeAt", "expiresAt"] as const)("%s", async (field) => {
    const { id, hash } = await makeKnown();
    await db.apiKey.update({ where: { id }, data: { [field]: at } });
    await pass(500);
    expect((await findKeyByHash(hash))?.[field]).toBe(at.getTime());
    expect(asked()).not.toContain("find_key_by_hash");
  });

  it("the partner's status", async () => {
    const { hash, partner } = await makeKnown();
    await db.partner.update({ where: { id: partner.id }, data: { status: "inactive" } });
    await pass(500);
    expect((await findKeyByHash(hash))?.partnerActive).toBe(false);
    expect(asked()).not.toContain("find_key_by_hash");
  });
});

it("a question that fails vouches for nothing: the key is read anew within a second", async () => {
  const { id, hash } = await makeKnown();
  meetAnswers(() => Promise.reject(new Error("the database is away")));
  await revoke(id);
  await pass(950);
  expect(await revokedAt(hash)).not.toBeNull();
});

it("all keys in use are asked for together, and one that does not change is read again after half a minute", async () => {
  const keys = [await makeKnown(), await makeKnown(), await makeKnown()];
  for (let passed = 0; passed < 29_600; passed += 400) {
    await pass(400);
    for (const { hash } of keys) await findKeyByHash(hash);
  }
  expect(new Set(asked())).toEqual(new Set(["changed_keys"]));
  expect(asked()).toHaveLength(29_600 / 400);
  await pass(400);
  for (const { hash } of keys) await findKeyByHash(hash);
  for (const { hash } of keys) await findKeyByHash(hash);
  expect(asked().filter((name) => name === "find_key_by_hash")).toHaveLength(keys.length);
});

it("nothing is asked for once nobody uses a key", async () => {
  await makeKnown();
  await pass(1_500);
  query.mockClear();
  await pass(5_000);
  expect(query).not.toHaveBeenCalled();
});

it("a use is no change", async () => {
  const { id } = await makeKnown();
  const before = await changedAt(id);
  touchKey(id, Date.now());
  await writeKeyUses();
  expect(await changedAt(id)).toEqual(before);
});

describe("an answer that comes late", () => {
  /** A key that has just changed, so that every answer tells of it. */
  async function makeTold() {
    const known = await makeKnown();
    await pool().query("update api_keys set changed_at = now() where id = $1", [known.id]);
    return known;
  }

  it("does not bring back what was forgotten meanwhile", async () => {
    const { id, hash } = await makeTold();
    const { answered, release } = holdAnswer();
    await pass(400);
    await answered;
    await revoke(id);
    forgetKey(hash);
    release();
    await heard();
    expect(await revokedAt(hash)).not.toBeNull();
  });

  it("does not bring back what was read anew meanwhile", async () => {
    const { id, hash } = await makeTold();
    const { answered, release } = holdAnswer();
    await pass(400);
    await answered;
    await revoke(id);
    forgetKey(hash);
    expect(await revokedAt(hash)).not.toBeNull();
    release();
    await heard();
    expect(await revokedAt(hash)).not.toBeNull();
  });

  it("vouches only for the time when it was asked for", async () => {
    const { id, hash } = await makeTold();
    const { answered, release } = holdAnswer();
    await pass(400);
    await answered;
    await revoke(id);
    await pass(870);
    release();
    await pass(80);
    expect(await revokedAt(hash)).not.toBeNull();
  });
});
