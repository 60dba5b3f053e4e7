import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { hashToken } from "@/lib/platform/crypto";
import { db, pool } from "@/lib/platform/db";
import { makeKey, makePartner } from "@/lib/testing/factories";
import { findKeyByHash } from "./find-key";

// The cache's clock advances only when a test says so.
beforeAll(() => {
  vi.useFakeTimers({ toFake: ["performance"] });
});
afterAll(() => {
  vi.useRealTimers();
});

const undo: (() => void)[] = [];
beforeEach(() => {
  Reflect.deleteProperty(globalThis, Symbol.for("vellum.keyCache"));
});
afterEach(() => {
  for (const each of undo.splice(0)) each();
});

/** A key that this node has cached. */
async function makeCached() {
  const partner = await makePartner();
  const { id, key } = await makeKey(partner);
  const hash = hashToken(key);
  await findKeyByHash(hash);
  return { id, hash, partner };
}

const revoke = (id: string) => db.apiKey.update({ where: { id }, data: { revokedAt: new Date() } });

/** Delays the result of a key's next read until released. */
function holdAnswer(): { answered: Promise<void>; release: () => void } {
  const { promise: answered, resolve: answer } = Promise.withResolvers<void>();
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const own = pool();
  const query = own.query;
  const heldQuery = async (...asked: unknown[]) => {
    const rows: unknown = await Reflect.apply(query, own, asked);
    if (Reflect.get(Object(asked[0]), "name") === "find_key_by_hash") {
      answer();
      await released;
    }
    return rows;
  };
  Object.defineProperty(own, "query", { value: heldQuery, configurable: true });
  undo.push(() => Reflect.deleteProperty(own, "query"), release);
  return { answered, release };
}

describe("a change on another node takes effect here within a second:", () => {
  const at = new Date("2030-01-01T00:00:00.000Z");

  it.each(["revokedAt", "revokeAt", "expiresAt"] as const)("%s", async (field) => {
    const { id, hash } = await makeCached();
    await db.apiKey.update({ where: { id }, data: { [field]: at } });
    vi.advanceTimersByTime(950);
    expect((await findKeyByHash(hash))?.[field]).toBe(at.getTime());
  });

  it("the partner's status", async () => {
    const { hash, partner } = await makeCached();
    await db.partner.update({ where: { id: partner.id }, data: { status: "inactive" } });
    vi.advanceTimersByTime(950);
    expect((await findKeyByHash(hash))?.partnerActive).toBe(false);
  });

  it("counted from the start of a slow read", async () => {
    const { id, hash } = await makeCached();
    vi.advanceTimersByTime(950);
    const { answered, release } = holdAnswer();
    const slow = findKeyByHash(hash);
    await answered;
    await revoke(id);
    vi.advanceTimersByTime(950);
    release();
    await slow;
    expect((await findKeyByHash(hash))?.revokedAt).not.toBeNull();
  });
});

it("concurrent calls share one read of a key", async () => {
  const { hash } = await makeCached();
  vi.advanceTimersByTime(950);
  const query = vi.spyOn(pool(), "query");
  await Promise.all([findKeyByHash(hash), findKeyByHash(hash)]);
  vi.advanceTimersByTime(500);
  await findKeyByHash(hash);
  expect(query).toHaveBeenCalledTimes(1);
  query.mockRestore();
});
