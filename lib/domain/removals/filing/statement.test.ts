import { describe, expect, it } from "vitest";
import { sha256Hex } from "@/lib/platform/crypto";
import type { BasisAnswers, DeviceCounts } from "./labels";
import { basisOf } from "./questions";
import { removalStatementOf, STATEMENT_VERSION } from "./statement";

const BY_BASIS: readonly BasisAnswers[] = [
  { kind: "intimate", consent: "never" },
  { kind: "altered", age: "minor" },
  { kind: "intimate", spread: "threat" },
  { kind: "image", consent: "withdrawn" },
  { kind: "work" },
  { kind: "other" },
];
const LAWYER = { name: "Ada Example", authority: "I am her lawyer." };

// Somebody signs these words. When the hash changes, so must the version.
const PINNED = ["removal-2026-11-29", "c99a05c5970412dc819f95938b477772330e3d8f5e8f659ab843400d17c78523"];
const PINNED_WITH_HASHES = "8f92ff75c2f0ef325eb8c8cb0adbd520d7753c2c47ed194eed94c1528e8d5fd1";

it("the statements' words belong to their version", () => {
  const texts = BY_BASIS.flatMap((answers) =>
    [null, LAWYER].flatMap((actsFor) => [
      removalStatementOf({ ...answers, actsFor }).text,
      removalStatementOf({ ...answers, actsFor, chosen: { title: "Poolside" } }).text,
    ]),
  );
  expect(new Set(texts).size).toBe(24);
  expect([STATEMENT_VERSION, sha256Hex(texts.join("\n"))]).toEqual(PINNED);
});

it("of files on a device says what leaves it, and other statements say nothing of it", () => {
  const of = (device?: DeviceCounts) =>
    BY_BASIS.map((answers) => removalStatementOf({ ...answers, actsFor: null, ...(device && { device }) }).text);
  const [withFiles, pasted, both, without] = [
    of({ files: 2, pictures: 14 }),
    of({ files: 0, pictures: 0, pasted: 1 }),
    of({ files: 2, pictures: 0, pasted: 2 }),
    of(),
  ];
  for (const text of withFiles) {
    expect(text).toContain(
      "I give the Service the SHA-256 of 2 files, and 112 PDQ hashes of pictures and video frames",
    );
    expect(text).toContain(
      "The Service also gets whether each file is a picture, a video, or one that the browser cannot show, ",
    );
  }
  expect(without.join()).not.toMatch(/device|hash/);
  for (const text of pasted) expect(text).not.toMatch(/PDQ|device/);
  expect(sha256Hex([...withFiles, ...pasted, ...both].join("\n"))).toBe(PINNED_WITH_HASHES);
});

it("of a chosen record names it, and nothing that the claimant didn't give", () => {
  for (const answers of BY_BASIS) {
    const of = (title: string | null) => removalStatementOf({ ...answers, actsFor: null, chosen: { title } }).text;
    expect(of("A “big”\ntitle")).toContain("It is the record that I chose in my account: “A 'big' title”.");
    expect(of(null)).toContain("It is the record that I chose in my account.");
    expect(of(null)).not.toMatch(/addresses|descri/);
  }
});

it("what somebody typed can't end its quotation or start a clause of its own", () => {
  const clauses = (authority: string) =>
    removalStatementOf({ kind: "other", actsFor: { ...LAWYER, authority } }).text.split("\n").length;
  expect(clauses("It is “mine”.\n\n9. And I am the owner")).toBe(clauses("I am her lawyer."));
});

describe("the legal basis", () => {
  it.each<[BasisAnswers, string]>([
    [{ kind: "intimate", age: "adult", spread: "published", consent: "never" }, "NCII_TAKE_IT_DOWN"],
    [{ kind: "altered", age: "adult", spread: "published", consent: "never" }, "NCII_TAKE_IT_DOWN"],
    [{ kind: "intimate", age: "unsure", spread: "published", consent: "not_published" }, "NCII_TAKE_IT_DOWN"],
    // Forced consent is none.
    [{ kind: "intimate", age: "adult", spread: "published", consent: "forced" }, "NCII_TAKE_IT_DOWN"],
    // Nobody under 18 can consent, wherever it is.
    [{ kind: "intimate", age: "minor", spread: "private", consent: "withdrawn" }, "NCII_TAKE_IT_DOWN"],
    [{ kind: "intimate", age: "adult", spread: "published", consent: "withdrawn" }, "AN_5196_APPEAL"],
    [{ kind: "intimate", age: "adult", spread: "private", consent: "never" }, "NCII_STATE"],
    [{ kind: "altered", age: "adult", spread: "threat", consent: "never" }, "NCII_STATE"],
    [{ kind: "image", consent: "withdrawn" }, "AN_5196_APPEAL"],
    [{ kind: "image", consent: "never" }, "OTHER"],
    [{ kind: "work" }, "DMCA"],
    [{ kind: "other" }, "OTHER"],
  ])("of %j is %s", (answers, basis) => {
    expect(basisOf(answers)).toBe(basis);
  });
});
