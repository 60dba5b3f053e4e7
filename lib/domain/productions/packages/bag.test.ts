import { buffer } from "node:stream/consumers";
import { describe, expect, it } from "vitest";
import { sha256Hex } from "@/lib/platform/crypto";
import { readZip } from "@/lib/testing/zip";
import { type BagFile, bytesFile, textFile, writeBag } from "./bag";

const bagOf = (...files: BagFile[]) =>
  buffer(
    writeBag({ name: "bag", at: new Date("2026-09-04T12:00:00Z"), info: [["Bagging-Date", "2026-09-04"]], files }),
  );

const some = () => [
  textFile("README.txt", () => "Read me. Zoë\n"),
  bytesFile("photos/front.jpg", async () => Buffer.alloc(100_000, 7)),
];

describe("a bag", () => {
  it("has what RFC 8493 asks for, in one folder", async () => {
    const files = readZip(await bagOf(...some()));
    expect([...files.keys()]).toEqual(
      [
        ...["bagit.txt", "data/README.txt", "data/photos/front.jpg", "bag-info.txt"],
        ...["manifest-sha256.txt", "manifest-sha512.txt", "tagmanifest-sha256.txt", "tagmanifest-sha512.txt"],
      ].map((path) => `bag/${path}`),
    );
    const text = (path: string) => files.get(`bag/${path}`)?.toString() ?? "";
    expect(text("bagit.txt")).toBe("BagIt-Version: 1.0\nTag-File-Character-Encoding: UTF-8\n");
    expect(text("bag-info.txt")).toBe("Bagging-Date: 2026-09-04\nPayload-Oxum: 100014.2\n");
    expect(text("manifest-sha256.txt")).toBe(
      `${sha256Hex("Read me. Zoë\n")}  data/README.txt\n${sha256Hex(Buffer.alloc(100_000, 7))}  data/photos/front.jpg\n`,
    );
    const tagged = ["bagit.txt", "bag-info.txt", "manifest-sha256.txt", "manifest-sha512.txt"];
    expect(text("tagmanifest-sha256.txt")).toBe(tagged.map((path) => `${sha256Hex(text(path))}  ${path}\n`).join(""));
  });

  it("is the same bytes each time", async () => {
    expect((await bagOf(...some())).equals(await bagOf(...some()))).toBe(true);
  });

  it.each(["README.txt", "photo.jpg"])("fails if %s can't be read", async (path) => {
    const broken = bytesFile(path, () => Promise.reject(new Error("unreadable")));
    await expect(bagOf(broken, ...some())).rejects.toThrow("unreadable");
  });
});
