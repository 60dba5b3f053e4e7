import { expect, it } from "vitest";
import { sha256 } from "@/lib/platform/crypto";
import { hasKeyShape, mintKey } from "./key-text";
import { keyStart, shownKey } from "./states";

it("creates keys of the documented form and keeps only what identifies them", () => {
  const { text, stored } = mintKey("live");
  expect(text).toMatch(/^svc_live_[0-9A-Za-z]{38}$/);
  expect(stored).toEqual({ hash: Buffer.from(sha256(text)), prefix: text.slice(9, 13), tail: text.slice(37, 41) });
  expect(mintKey("test").text).toMatch(/^svc_test_/);
});

it("shows every stored character in its place, counted from either end", () => {
  const { text, stored } = mintKey("live");
  const shown = shownKey({ mode: "live", ...stored });
  expect(shown).toBe(`svc_live_${stored.prefix}…${stored.tail}••••••`);
  const [start = "", end = ""] = shown.split("…");
  expect(text.startsWith(start)).toBe(true);
  expect(text).toMatch(new RegExp(`${end.replaceAll("•", "[0-9A-Za-z]")}$`));
  expect(text.startsWith(keyStart({ mode: "live", ...stored }))).toBe(true);
});

it("tells its own keys from noise", () => {
  const { text } = mintKey("live");
  expect(hasKeyShape(text)).toBe(true);
  for (let at = "svc_live_".length; at < text.length; at++) {
    const other = text[at] === "x" ? "y" : "x";
    expect(hasKeyShape(text.slice(0, at) + other + text.slice(at + 1)), `position ${at}`).toBe(false);
  }
  expect(hasKeyShape(`${text}a`)).toBe(false);
  expect(hasKeyShape(text.replace("svc_live_", "sk_live_"))).toBe(false);
});

it("computes the checksum as CRC-32 in base 62", () => {
  const zeros = "0".repeat(32);
  expect(hasKeyShape(`svc_live_${zeros}${sumOf(zeros)}`)).toBe(true);
});

// A second, slow CRC-32 (reflected, polynomial 0xedb88320), so that the test does not repeat the code.
function sumOf(text: string): string {
  let crc = 0xffffffff;
  for (const byte of Buffer.from(text)) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  }
  let value = BigInt((crc ^ 0xffffffff) >>> 0);
  const alphabet = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
  let digits = "";
  while (digits.length < 6) {
    digits = alphabet.charAt(Number(value % 62n)) + digits;
    value /= 62n;
  }
  return digits;
}

it("uses each of the 62 characters about equally often", () => {
  const counts = new Map<string, number>();
  for (let n = 0; n < 2000; n++)
    for (const char of mintKey("live").text.slice(9, 41)) counts.set(char, (counts.get(char) ?? 0) + 1);
  expect(counts.size).toBe(62);
  const expected = (2000 * 32) / 62;
  // A modulo over bytes would favor eight characters by a quarter. Chance stays within about a tenth.
  for (const [char, count] of counts) expect(Math.abs(count / expected - 1), char).toBeLessThan(0.17);
});
