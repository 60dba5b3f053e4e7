import { describe, expect, it, vi } from "vitest";
import { sha256 } from "@/lib/platform/crypto";
import { db, pool } from "@/lib/platform/db";
import { makeKey, makePartner } from "@/lib/testing/factories";
import { findKeyByHash, forgetKey, forgetPartnerKeys, isUsable } from "./find-key";
import { touchKey, writeKeyUses } from "./touch-key";

const revoke = (id: string) => db.apiKey.update({ where: { id }, data: { revokedAt: new Date() } });

describe("findKeyByHash", () => {
  it("finds a key and its partner's state, null for an unknown one", async () => {
    const partner = await makePartner({ status: "inactive" });
    const { id, key } = await makeKey(partner);
    expect(await findKeyByHash(sha256(key))).toMatchObject({
      id,
      partnerId: partner.id,
      mode: "live",
      partnerActive: false,
    });
    expect(await findKeyByHash(sha256("nobody"))).toBeNull();
  });

  it("knows a new key at once, also when it was asked for before", async () => {
    const key = `svc_live_${"n".repeat(32)}`;
    expect(await findKeyByHash(sha256(key))).toBeNull();
    await makeKey(await makePartner(), { hash: Buffer.from(sha256(key)) });
    expect(await findKeyByHash(sha256(key))).not.toBeNull();
  });

  it("forgets a key when told, even while it is being read", async () => {
    const { id, key } = await makeKey(await makePartner());
    const underway = findKeyByHash(sha256(key));
    forgetKey(sha256(key));
    await underway;
    await revoke(id);
    expect((await findKeyByHash(sha256(key)))?.revokedAt).not.toBeNull();
  });

  it("does not let callers join a read that began before the change", async () => {
    const { id, key } = await makeKey(await makePartner());
    const before = findKeyByHash(sha256(key));
    await revoke(id);
    forgetKey(sha256(key));
    expect((await findKeyByHash(sha256(key)))?.revokedAt).not.toBeNull();
    await before;
    expect((await findKeyByHash(sha256(key)))?.revokedAt).not.toBeNull();
  });

  it("forgets all keys of a partner when told", async () => {
    const partner = await makePartner();
    const { key } = await makeKey(partner);
    expect((await findKeyByHash(sha256(key)))?.partnerActive).toBe(true);
    await db.partner.update({ where: { id: partner.id }, data: { status: "inactive" } });
    expect((await findKeyByHash(sha256(key)))?.partnerActive).toBe(true);
    forgetPartnerKeys(partner.id);
    expect((await findKeyByHash(sha256(key)))?.partnerActive).toBe(false);
  });

  it("is never more than a second behind what other nodes did", async () => {
    const { id, key } = await makeKey(await makePartner());
    await findKeyByHash(sha256(key));
    await revoke(id);
    const revokedAt = performance.now();
    while ((await findKeyByHash(sha256(key)))?.revokedAt === null)
      await new Promise((resolve) => setTimeout(resolve, 10));
    expect(performance.now() - revokedAt).toBeLessThan(1_000);
  });
});

describe("keys in use", () => {
  const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

  it("are read anew together, so that no call waits for its key", async () => {
    const partner = await makePartner();
    const keys = await Promise.all(Array.from({ length: 8 }, () => makeKey(partner)));
    for (const { key } of keys) await findKeyByHash(sha256(key));
    const query = vi.spyOn(pool(), "query");
    const until = performance.now() + 2_500;
    while (performance.now() < until) {
      for (const { key } of keys) expect(await findKeyByHash(sha256(key))).not.toBeNull();
      await wait(20);
    }
    const texts = query.mock.calls.map(([asked]) => String(Reflect.get(Object(asked), "name")));
    query.mockRestore();
    expect(texts).not.toContain("find_key_by_hash");
    expect(texts.length).toBeGreaterThan(2);
    expect(texts.length).toBeLessThan(9);
  });

  it("are left alone once nobody uses them", async () => {
    const { key } = await makeKey(await makePartner());
    await findKeyByHash(sha256(key));
    await wait(1_500);
    const query = vi.spyOn(pool(), "query");
    await wait(1_000);
    expect(query).not.toHaveBeenCalled();
    query.mockRestore();
  });

  it("stay forgotten when they were being read at that moment", async () => {
    const { id, key } = await makeKey(await makePartner());
    await findKeyByHash(sha256(key));
    const query = vi.spyOn(pool(), "query");
    // As soon as the common read has gone out, the key is revoked and forgotten.
    await expect.poll(() => query.mock.calls.length, { interval: 1, timeout: 2_000 }).toBeGreaterThan(0);
    forgetKey(sha256(key));
    query.mockRestore();
    await revoke(id);
    expect((await findKeyByHash(sha256(key)))?.revokedAt).not.toBeNull();
    await wait(100);
    expect((await findKeyByHash(sha256(key)))?.revokedAt).not.toBeNull();
  });

  it("follow their partner's state, changed on another node", async () => {
    const partner = await makePartner();
    const { key } = await makeKey(partner);
    await findKeyByHash(sha256(key));
    await db.partner.update({ where: { id: partner.id }, data: { status: "inactive" } });
    const isActive = async () => (await findKeyByHash(sha256(key)))?.partnerActive;
    await expect.poll(isActive, { interval: 20, timeout: 1_000 }).toBe(false);
  });

  it("are read one by one when too old for what is known of changes", async () => {
    const { key } = await makeKey(await makePartner());
    await findKeyByHash(sha256(key));
    // Somebody else's key keeps the questions for changes going, in which this one's is no longer told.
    const { key: other } = await makeKey(await makePartner());
    const started = performance.now();
    const later = vi.spyOn(performance, "now");
    later.mockImplementation(() => started + 25_000);
    await findKeyByHash(sha256(other));
    await wait(500);
    const query = vi.spyOn(pool(), "query");
    await findKeyByHash(sha256(key));
    expect(query).not.toHaveBeenCalled();
    later.mockImplementation(() => started + 30_500);
    await findKeyByHash(sha256(key));
    expect(query).toHaveBeenCalledTimes(1);
    query.mockRestore();
    later.mockRestore();
  });
});

describe("isUsable", () => {
  const key = {
    id: "k",
    partnerId: "p",
    hash: "",
    mode: "live",
    expiresAt: null,
    revokeAt: null,
    revokedAt: null,
    partnerActive: true,
  } as const;

  it("ends at the very moment of expiry and of planned revocation", () => {
    expect(isUsable(key, 1000)).toBe(true);
    for (const end of ["expiresAt", "revokeAt"]) {
      expect(isUsable({ ...key, [end]: 1001 }, 1000)).toBe(true);
      expect(isUsable({ ...key, [end]: 1000 }, 1000)).toBe(false);
    }
    expect(isUsable({ ...key, revokedAt: 5000 }, 1000)).toBe(false);
  });
});

describe("touchKey", () => {
  const lastUse = async (id: string) => (await db.apiKey.findUniqueOrThrow({ where: { id } })).lastUsedAt?.getTime();

  it("writes a use once a minute, and never moves it back", async () => {
    const { id } = await makeKey(await makePartner());
    const minute = 30_000_000 * 60_000;
    touchKey(id, minute + 5_000);
    await writeKeyUses();
    expect(await lastUse(id)).toBe(minute + 5_000);
    touchKey(id, minute + 30_000);
    await writeKeyUses();
    expect(await lastUse(id)).toBe(minute + 5_000);
    touchKey(id, minute + 60_000);
    await writeKeyUses();
    expect(await lastUse(id)).toBe(minute + 60_000);
    touchKey(id, minute);
    await writeKeyUses();
    expect(await lastUse(id)).toBe(minute + 60_000);
  });

  it("writes by itself within two seconds", async () => {
    const { id } = await makeKey(await makePartner());
    touchKey(id, 1_900_000_000_000);
    await expect.poll(() => lastUse(id), { timeout: 2_000 }).toBe(1_900_000_000_000);
  });
});
