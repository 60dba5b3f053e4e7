import { randomBytes } from "node:crypto";
import { inspect } from "node:util";
import { describe, expect, it } from "vitest";
import { hashToken, hmac, hmacMatches, newDataKey, open, SealBroken, seal } from "./crypto";
import { createKeyring } from "./crypto-keyring";
import { Secret } from "./secret";

const plain = Buffer.from("a photo of an ID");
const place = ["identities/1/document", "person-1"];

it("hashes a token the same way as stored ones", () => {
  const ofAbc = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
  expect(hashToken("abc").toString("hex")).toBe(ofAbc);
});

describe("seal and open", () => {
  it("returns what was sealed, also when empty or large", () => {
    const key = newDataKey();
    for (const value of [plain, Buffer.alloc(0), randomBytes(3_000_000)]) {
      expect(open(seal(value, key, place), key, place).equals(value)).toBe(true);
    }
  });

  it("never yields the same bytes twice", () => {
    const key = newDataKey();
    expect(seal(plain, key, place).equals(seal(plain, key, place))).toBe(false);
  });

  it("detects a change of any byte, and a cut at any length", () => {
    const key = newDataKey();
    const sealed = seal(plain, key, place);
    for (let at = 0; at < sealed.length; at++) {
      const changed = Buffer.from(sealed);
      changed.writeUInt8(sealed.readUInt8(at) ^ 1, at);
      expect(() => open(changed, key, place), `byte ${at}`).toThrow(SealBroken);
      expect(() => open(sealed.subarray(0, at), key, place), `first ${at} bytes`).toThrow(SealBroken);
    }
  });

  it("opens only with the same key and associated data", () => {
    const key = newDataKey();
    const sealed = seal(plain, key, place);
    expect(() => open(sealed, newDataKey(), place)).toThrow(SealBroken);
    expect(() => open(sealed, key, ["identities/1/document", "person-2"])).toThrow(SealBroken);
    expect(() => open(sealed, key, ["identities/1/documentperson-1"])).toThrow(SealBroken);
    expect(() => open(sealed, key, ["identities/1/documentp", "erson-1"])).toThrow(SealBroken);
  });

  it("refuses a key of another length", () => {
    expect(() => seal(plain, randomBytes(16), place)).toThrow(RangeError);
  });
});

describe("keys from the master key", () => {
  const master = () => new Secret(randomBytes(32).toString("base64"));

  it("keeps purposes apart", () => {
    const ring = createKeyring(master());
    const sealed = ring.sealFor("queued-mail", plain, place);
    expect(ring.openFor("queued-mail", sealed, place)).toEqual(plain);
    expect(() => ring.openFor("key-wrapping", sealed, place)).toThrow(SealBroken);
    expect(ring.hmac("a", "x").equals(ring.hmac("b", "x"))).toBe(false);
  });

  it("wraps a key for one owner", () => {
    const ring = createKeyring(master());
    const key = newDataKey();
    const wrapped = ring.wrapKey(key, "person-1");
    expect(ring.unwrapKey(wrapped, "person-1")).toEqual(key);
    expect(() => ring.unwrapKey(wrapped, "person-2")).toThrow(SealBroken);
    expect(() => createKeyring(master()).unwrapKey(wrapped, "person-1")).toThrow(SealBroken);
  });

  it("survives one rotation of the master key, and shows which values still need the old one", () => {
    const [first, second] = [master(), master()];
    const before = createKeyring(first);
    const during = createKeyring(second, first);
    const after = createKeyring(second);
    const key = newDataKey();
    const wrapped = before.wrapKey(key, "person-1");

    const rewrapped = during.wrapKey(during.unwrapKey(wrapped, "person-1"), "person-1");
    expect(after.unwrapKey(rewrapped, "person-1")).toEqual(key);
    expect(() => after.unwrapKey(wrapped, "person-1")).toThrow(SealBroken);

    const mac = before.hmac("address", "a@example.com");
    expect(during.hmacMatches("address", "a@example.com", mac)).toBe(true);
    expect(after.hmacMatches("address", "a@example.com", mac)).toBe(false);
  });

  it("prefixes only the values it seals with the key they need", () => {
    const [first, second] = [master(), master()];
    const { prefixes, wrapKey } = createKeyring(second, first);
    expect(wrapKey(newDataKey(), "a").subarray(0, 5)).toEqual(prefixes.current);
    expect(createKeyring(first).wrapKey(newDataKey(), "a").subarray(0, 5)).toEqual(prefixes.previous);
    expect(prefixes.current.equals(prefixes.previous ?? Buffer.alloc(0))).toBe(false);
    expect(createKeyring(second).prefixes.previous).toBeNull();
    expect(createKeyring(second, second).prefixes.previous, "no other key").toBeNull();
  });

  it("refuses a master key that is not 32 bytes", () => {
    expect(() => createKeyring(new Secret("c2hvcnQ="))).toThrow(RangeError);
  });

  it("uses the configured master key", () => {
    expect(hmacMatches("p", "data", hmac("p", "data"))).toBe(true);
    expect(hmacMatches("p", "other", hmac("p", "data"))).toBe(false);
    expect(hmacMatches("p", "data", hmac("p", "data").subarray(1))).toBe(false);
  });
});

it("does not print a secret", () => {
  const secret = new Secret("hunter2");
  const printed = [`${secret}`, String(secret), JSON.stringify({ secret }), inspect({ secret }), [secret].join()];
  expect(printed.join()).not.toContain("hunter2");
  expect(Object.values(secret)).toEqual([]);
  expect(secret.reveal()).toBe("hunter2");
});
