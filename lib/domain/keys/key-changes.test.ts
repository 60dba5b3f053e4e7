import { afterEach, describe, expect, it, vi } from "vitest";
import { hashToken } from "@/lib/platform/crypto";
import { db, pool } from "@/lib/platform/db";
import { makeKey, makePartner } from "@/lib/testing/factories";
import { findKeyByHash, forgetKey } from "./find-key";
import { touchKey, writeKeyUses } from "./touch-key";

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const changedAt = async (id: string) => (await db.apiKey.findUniqueOrThrow({ where: { id } })).changedAt;

/** A key that this node has read, and of which, as of its partner, nothing has changed for an hour. */
async function makeKnown() {
  const partner = await makePartner();
  const { id, key } = await makeKey(partner);
  await pool().query("update api_keys set changed_at = now() - interval '1 hour' where id = $1", [id]);
  await pool().query("update partners set changed_at = now() - interval '1 hour' where id = $1", [partner.id]);
  const hash = hashToken(key);
  await findKeyByHash(hash);
  return { id, hash, partner };
}

const undo: (() => void)[] = [];
afterEach(() => {
  for (const each of undo.splice(0)) each();
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

describe("a change on another node is known within a second, however old the key is:", () => {
  const at = new Date("2030-01-01T00:00:00.000Z");

  it.each(["revokedAt", "revokeAt", "expiresAt"] as const)("%s", async (field) => {
    const { id, hash } = await makeKnown();
    await db.apiKey.update({ where: { id }, data: { [field]: at } });
    const known = async () => (await findKeyByHash(hash))?.[field];
    await expect.poll(known, { interval: 20, timeout: 1_000 }).toBe(at.getTime());
  });

  it("the partner's status", async () => {
    const { hash, partner } = await makeKnown();
    await db.partner.update({ where: { id: partner.id }, data: { status: "inactive" } });
    const known = async () => (await findKeyByHash(hash))?.partnerActive;
    await expect.poll(known, { interval: 20, timeout: 1_000 }).toBe(false);
  });
});

it("what has not changed for long is not read again", async () => {
  const { hash } = await makeKnown();
  const query = vi.spyOn(pool(), "query");
  for (const until = performance.now() + 1_800; performance.now() < until; await wait(20)) await findKeyByHash(hash);
  const asked = query.mock.calls.map(([config]) => String(Reflect.get(Object(config), "name")));
  query.mockRestore();
  expect(new Set(asked)).toEqual(new Set(["changed_keys"]));
});

it("a question that fails vouches for nothing", async () => {
  const { id, hash } = await makeKnown();
  meetAnswers(() => Promise.reject(new Error("the database is away")));
  await revoke(id);
  await wait(950);
  expect(await revokedAt(hash)).not.toBeNull();
});

it("a copy older than half a minute is read anew, whatever is known of changes", async () => {
  const [{ hash }, other] = [await makeKnown(), await makeKnown()];
  const later = performance.now() + 30_500;
  const now = vi.spyOn(performance, "now").mockReturnValue(later);
  // Somebody else's key has the changes asked for at that time.
  await findKeyByHash(other.hash);
  await wait(500);
  const query = vi.spyOn(pool(), "query");
  await findKeyByHash(hash);
  expect(query).toHaveBeenCalledTimes(1);
  await findKeyByHash(hash);
  expect(query).toHaveBeenCalledTimes(1);
  query.mockRestore();
  now.mockRestore();
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
    await answered;
    await revoke(id);
    forgetKey(hash);
    release();
    await wait(10);
    expect(await revokedAt(hash)).not.toBeNull();
  });

  it("does not bring back what was read anew meanwhile", async () => {
    const { id, hash } = await makeTold();
    const { answered, release } = holdAnswer();
    await answered;
    await revoke(id);
    forgetKey(hash);
    expect(await revokedAt(hash)).not.toBeNull();
    release();
    await wait(10);
    expect(await revokedAt(hash)).not.toBeNull();
  });

  it("vouches only for the time when it was asked for", async () => {
    const { id, hash } = await makeTold();
    const { answered, release } = holdAnswer();
    await answered;
    await revoke(id);
    await wait(870);
    release();
    await wait(80);
    expect(await revokedAt(hash)).not.toBeNull();
  });
});
