import { randomBytes } from "node:crypto";
import { expect, it } from "vitest";
import { setVariables } from "@/lib/testing/env";
import { readGrant, writeGrant } from "./object-storage";

const grant = {
  key: "copies/incoming/1",
  contentType: "video/mp4",
  bytes: 5,
  expiresAt: new Date("2026-11-21T12:00:00Z"),
};
const masterKey = () => randomBytes(32).toString("base64");

const underKeys = (current: string, previous?: string) =>
  setVariables({ MASTER_KEY: current, MASTER_KEY_PREVIOUS: previous });

it("reads what it wrote", () => expect(readGrant(writeGrant(grant))).toEqual(grant));

it("accepts a grant of the previous master key, but not of the one before", () => {
  const [first, second, third] = [masterKey(), masterKey(), masterKey()];
  underKeys(first);
  const text = writeGrant(grant);
  underKeys(second, first);
  expect(readGrant(text)).toEqual(grant);
  expect(writeGrant(grant)).not.toBe(text);
  underKeys(third, second);
  expect(readGrant(text)).toBeNull();
});

it("rejects a grant that differs in one character or in length", () => {
  const text = writeGrant(grant);
  for (let at = 0; at < text.length; at++) {
    for (const other of ["A", "_", "=", ".", "%"]) {
      if (text[at] === other) continue;
      expect(readGrant(text.slice(0, at) + other + text.slice(at + 1)), `${other} at ${at}`).toBeNull();
    }
    expect(readGrant(text.slice(0, at))).toBeNull();
  }
  for (const more of ["A", "=", ".", " ", "\n", ".A"]) expect(readGrant(text + more)).toBeNull();
});

it.each(["", ".", "..", "a.b", "WyJ4Il0.", `.${"A".repeat(43)}`, `WyJ4Il0.${"A".repeat(43)}`])("rejects %j", (text) =>
  expect(readGrant(text)).toBeNull(),
);
