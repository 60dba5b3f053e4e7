import { utimes } from "node:fs/promises";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { describe, expect, it } from "vitest";
import { DAY_MS, HOUR_MS } from "@/lib/platform/duration";
import { newId } from "@/lib/platform/ids";
import { startS3Peer } from "@/lib/testing/s3-peer";
import { storageDrivers } from "@/lib/testing/storage-drivers";
import { ObjectMissing } from "./object-storage";
import { s3Storage } from "./s3";

const { root, peer, drivers } = await storageDrivers();
const about = { contentType: "image/jpeg" };
const until = () => new Date(Date.now() + DAY_MS);

/** Makes an object look unchanged since a time. */
async function age(name: "disk" | "s3", key: string, at: Date): Promise<void> {
  if (name === "disk") return utimes(join(root, key), at, at);
  const object = peer.objects.get(key);
  if (object) object.modifiedAt = at;
}

describe.each(drivers)("copies and retention: $name", ({ name, objects }) => {
  const bytesOf = async (key: string) => (await buffer(await objects.get(key))).toString();
  const keysOlder = async (prefix: string, than: Date) => {
    const keys: string[] = [];
    for await (const key of objects.listOlder(prefix, than)) keys.push(key);
    return keys.sort();
  };
  const newPrefix = () => `copies/${newId()}`;

  it("returns an object's length, its type if known, and null if there is none", async () => {
    const key = `${newPrefix()}/one`;
    expect(await objects.describe(key)).toBeNull();
    await objects.put(key, Buffer.from("12345"), about);
    const contentType = name === "s3" ? "image/jpeg" : null;
    expect(await objects.describe(key)).toEqual({ bytes: 5, contentType });
    expect(await objects.describe(key.replace("/one", ""))).toBeNull();
    await objects.delete(key);
    expect(await objects.describe(key)).toBeNull();
  });

  it("returns a part of an object", async () => {
    const key = `${newPrefix()}/one`;
    await objects.put(key, Buffer.from("0123456789"), about);
    for (const [first, last, part] of [
      [0, 0, "0"],
      [3, 5, "345"],
      [9, 9, "9"],
      [0, 9, "0123456789"],
    ] as const) {
      expect((await buffer(await objects.get(key, { first, last }))).toString()).toBe(part);
    }
    await expect(objects.get(`${newPrefix()}/none`, { first: 0, last: 1 })).rejects.toThrow(ObjectMissing);
  });

  it("takes a snapshot that survives later uploads and the deletion of its source", async () => {
    const [from, to] = [`${newPrefix()}/incoming`, `${newPrefix()}/kept`];
    await objects.put(from, Buffer.from("first"), about);
    await objects.snapshot(from, to);
    await objects.put(from, Buffer.from("another"), about);
    expect(await bytesOf(to)).toBe("first");
    expect(await bytesOf(from)).toBe("another");
    await objects.delete(from);
    expect(await bytesOf(to)).toBe("first");
    expect(await objects.describe(to)).toMatchObject({ bytes: 5 });
  });

  it("takes a snapshot of one whole object while others replace it", async () => {
    const [from, prefix] = [`${newPrefix()}/incoming`, newPrefix()];
    const put = (fill: number) => objects.put(from, Buffer.alloc(300_000, fill), about);
    await put(1);
    const copies = [1, 2, 3, 4].map((copy) => `${prefix}/${copy}`);
    await Promise.all([put(2), ...copies.map((to) => objects.snapshot(from, to)), put(3)]);
    for (const copy of copies) {
      const bytes = await buffer(await objects.get(copy));
      expect([bytes.length, new Set(bytes).size]).toEqual([300_000, 1]);
    }
  });

  it("takes no snapshot of a missing object", async () => {
    const to = `${newPrefix()}/kept`;
    await expect(objects.snapshot(`${newPrefix()}/none`, to)).rejects.toThrow(ObjectMissing);
    expect(await objects.exists(to)).toBe(false);
  });

  it("lists every unchanged object below the prefix, however many there are", async () => {
    const prefix = newPrefix();
    const before = new Date(Date.now() - HOUR_MS);
    const keys = [1, 2, 3, 4, 5, 6].map((at) => `${prefix}/${at}`);
    for (const key of [...keys, `${prefix}-not/below`]) {
      await objects.put(key, Buffer.from("x"), about);
      await age(name, key, new Date(before.getTime() - 1000));
    }
    await age(name, `${prefix}/3`, new Date());
    await age(name, `${prefix}/4`, before);
    expect(await keysOlder(prefix, before)).toEqual([1, 2, 5, 6].map((at) => `${prefix}/${at}`));
    for (const key of await keysOlder(prefix, before)) await objects.delete(key);
    expect(await keysOlder(prefix, new Date(Date.now() + HOUR_MS))).toEqual([`${prefix}/3`, `${prefix}/4`]);
    expect(await keysOlder(newPrefix(), new Date())).toEqual([]);
  });

  it("ignores retention without Object Lock", async () => {
    const key = `${newPrefix()}/kept`;
    await objects.put(key, Buffer.from("x"), about);
    await objects.retain(key, until());
    expect(peer.objects.get(key)?.retention).toBeUndefined();
    expect(peer.refusals).not.toContain("InvalidRequest");
  });

  it.each(["../outside", ".incoming/a", "a//b", "A/b", ""])("refuses the key %j", async (key) => {
    const grant = { key, contentType: "image/jpeg", bytes: 5, expiresAt: until() };
    await expect(async () => objects.describe(key)).rejects.toThrow(RangeError);
    await expect(async () => objects.snapshot(key, "copies/a")).rejects.toThrow(RangeError);
    await expect(async () => objects.snapshot("copies/a", key)).rejects.toThrow(RangeError);
    await expect(async () => objects.uploadUrl(grant)).rejects.toThrow(RangeError);
    await expect(() => keysOlder(key, new Date())).rejects.toThrow(RangeError);
  });
});

describe("s3", () => {
  it.each([
    ["AES256", "AES256"],
    ["aws:kms", "aws:kms"],
    [null, undefined],
  ] as const)("requests encryption %s for puts, streams and copies", async (encryption, asked) => {
    const objects = s3Storage({ ...peer.settings, encryption });
    const prefix = `copies/${newId()}`;
    await objects.put(`${prefix}/buffer`, Buffer.from("x"), about);
    await objects.put(`${prefix}/stream`, await objects.get(`${prefix}/buffer`), { ...about, bytes: 1 });
    await objects.snapshot(`${prefix}/buffer`, `${prefix}/copy`);
    for (const name of ["buffer", "stream", "copy"]) {
      const kept = peer.objects.get(`${prefix}/${name}`);
      expect([kept?.encryption, kept?.contentType], name).toEqual([asked, "image/jpeg"]);
    }
  });

  it("locks an object until a time in a bucket with Object Lock, and ignores a past time", async () => {
    const locking = await startS3Peer({ objectLock: true });
    const objects = s3Storage(locking.settings);
    const [key, old] = ["copies/kept/one", "copies/kept/old"];
    const end = new Date(Math.floor(until().getTime() / 1000) * 1000);
    await objects.put(key, Buffer.from("x"), about);
    await objects.put(old, Buffer.from("x"), about);
    await objects.retain(key, end);
    await objects.retain(old, new Date(Date.now() - 1000));
    expect(locking.objects.get(key)?.retention).toEqual({ mode: "COMPLIANCE", until: end });
    expect(locking.objects.get(old)?.retention).toBeUndefined();
    expect(locking.refusals).toEqual([]);
    await locking.close();
  });

  it("fails if the settings require Object Lock and the bucket has none", async () => {
    const objects = s3Storage({ ...peer.settings, objectLock: true });
    await objects.put("copies/kept/two", Buffer.from("x"), about);
    await expect(objects.retain("copies/kept/two", until())).rejects.toMatchObject({ name: "InvalidRequest" });
  });

  it("fails when the store is down instead of reporting a missing object", async () => {
    const objects = s3Storage({ ...peer.settings, endpoint: "http://127.0.0.1:1" });
    await expect(objects.describe("copies/one")).rejects.toThrow("ECONNREFUSED");
    await expect(objects.snapshot("copies/one", "copies/two")).rejects.toThrow("ECONNREFUSED");
  });
});
