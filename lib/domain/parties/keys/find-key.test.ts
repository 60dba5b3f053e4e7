import { describe, expect, it, vi } from "vitest";
import { sha256 } from "@/lib/platform/crypto";
import { db, pool } from "@/lib/platform/db";
import { makeKey, makePartner } from "@/lib/testing/factories";
import { findKeyByHash, forgetKey, forgetPartnerKeys, isUsable } from "./find-key";
import { touchKey, writeKeyUses } from "./touch-key";

const revoke = (id: string) => db.apiKey.update({ where: { id }, data: { revokedAt: new Date() } });

describe("findKeyByHash", () => {
  it("finds a key and its partner's status, null for an unknown key", async () => {
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

  it("finds a new key at once, even if it was looked up before", async () => {
    const key = `svc_live_${"n".repeat(32)}`;
    expect(await findKeyByHash(sha256(key))).toBeNull();
    await makeKey(await makePartner(), { hash: Buffer.from(sha256(key)) });
    expect(await findKeyByHash(sha256(key))).not.toBeNull();
  });

  it("drops a key from the cache on request, even while it is being read", async () => {
    const { id, key } = await makeKey(await makePartner());
    const underway = findKeyByHash(sha256(key));
    forgetKey(sha256(key));
    await underway;
    await revoke(id);
    expect((await findKeyByHash(sha256(key)))?.revokedAt).not.toBeNull();
  });

  it("doesn't let calls join a read that began before the change", async () => {
    const { id, key } = await makeKey(await makePartner());
    const before = findKeyByHash(sha256(key));
    await revoke(id);
    forgetKey(sha256(key));
    expect((await findKeyByHash(sha256(key)))?.revokedAt).not.toBeNull();
    await before;
    expect((await findKeyByHash(sha256(key)))?.revokedAt).not.toBeNull();
  });

  it("drops all keys of a partner from the cache on request", async () => {
    const partner = await makePartner();
    const { key } = await makeKey(partner);
    expect((await findKeyByHash(sha256(key)))?.partnerActive).toBe(true);
    await db.partner.update({ where: { id: partner.id }, data: { status: "inactive" } });
    expect((await findKeyByHash(sha256(key)))?.partnerActive).toBe(true);
    forgetPartnerKeys(partner.id);
    expect((await findKeyByHash(sha256(key)))?.partnerActive).toBe(false);
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
    keyLimit: null,
    addressLimit: null,
    scopes: null,
    networks: null,
  } as const;

  it("ends at the exact time of expiry or scheduled revocation", () => {
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

  it("writes automatically a second later", async () => {
    const { id } = await makeKey(await makePartner());
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    touchKey(id, 1_900_000_000_000);
    const write = vi.spyOn(pool(), "query");
    vi.advanceTimersByTime(999);
    expect(write).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    await write.mock.results[0]?.value;
    vi.useRealTimers();
    write.mockRestore();
    expect(await lastUse(id)).toBe(1_900_000_000_000);
  });
});
