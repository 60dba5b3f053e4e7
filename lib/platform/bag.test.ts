import { execFileSync, spawnSync } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { describe, expect, it } from "vitest";
import { SERVICE_NAME } from "@/lib/platform/brand";
import { sha256Hex } from "@/lib/platform/crypto";
import { env } from "@/lib/platform/env";
import { readZip } from "@/lib/testing/zip";
import { type BagFile, bytesFile, textFile, writeBag } from "./bag";

const ABOUT = { description: "Two\nlines", id: "outer", sender: "inner" };

const bagOf = (...files: BagFile[]) =>
  buffer(writeBag({ name: "bag", at: new Date("2026-09-04T12:00:00Z"), about: ABOUT, files }));

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
    expect(text("bag-info.txt")).toBe(
      [
        ...[`Source-Organization: ${env().custodianName}`, `Organization-Address: ${env().custodianAddress}`],
        ...["External-Description: Two lines", "External-Identifier: outer", "Internal-Sender-Identifier: inner"],
        ...["Bagging-Date: 2026-09-04", `Bag-Software-Agent: ${SERVICE_NAME}`, "Payload-Oxum: 100014.2", ""],
      ].join("\n"),
    );
    expect(text("manifest-sha256.txt")).toBe(
      `${sha256Hex("Read me. Zoë\n")}  data/README.txt\n${sha256Hex(Buffer.alloc(100_000, 7))}  data/photos/front.jpg\n`,
    );
    const tagged = ["bagit.txt", "bag-info.txt", "manifest-sha256.txt", "manifest-sha512.txt"];
    expect(text("tagmanifest-sha256.txt")).toBe(tagged.map((path) => `${sha256Hex(text(path))}  ${path}\n`).join(""));
  });

  it("is the same bytes each time", async () => {
    expect((await bagOf(...some())).equals(await bagOf(...some()))).toBe(true);
  });

  it("reads each file once the one before it is written", async () => {
    const read: string[] = [];
    async function* files() {
      for (const path of ["a.txt", "b.txt", "c.txt"]) {
        read.push(path);
        yield textFile(path, () => path);
      }
    }
    const bag = writeBag({ name: "bag", at: new Date(0), about: ABOUT, files: files() });
    for await (const chunk of bag) if (chunk.includes("data/b.txt")) break;
    expect(read).toEqual(["a.txt", "b.txt"]);
  });

  it.skipIf(spawnSync("unzip").error)("opens elsewhere with more files than a plain ZIP can have", async () => {
    const many = Array.from({ length: 70_000 }, (_, n) => ({ path: `${n}.txt`, read: () => [Buffer.from(`${n}`)] }));
    const streamed = { path: "streamed.txt", read: () => ["one ", "two ", "three"].map((text) => Buffer.from(text)) };
    const folder = await mkdtemp(join(tmpdir(), "bag-"));
    try {
      await writeFile(
        join(folder, "bag.zip"),
        await bagOf(
          ...many,
          streamed,
          textFile("empty.txt", () => ""),
        ),
      );
      const unzip = (...words: string[]) =>
        execFileSync("unzip", words, { cwd: folder, maxBuffer: 2 ** 26 }).toString();
      expect(unzip("-tq", "bag.zip")).toContain("No errors detected");
      expect(unzip("-p", "bag.zip", "bag/data/streamed.txt")).toBe("one two three");
      expect(unzip("-p", "bag.zip", "bag/data/69999.txt")).toBe("69999");
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  it("refuses paths that not every system unpacks", async () => {
    await expect(bagOf(textFile("Zoë.txt", () => ""))).rejects.toThrow(RangeError);
  });

  it.each(["README.txt", "photo.jpg"])("fails if %s can't be read", async (path) => {
    const broken = bytesFile(path, () => Promise.reject(new Error("unreadable")));
    await expect(bagOf(broken, ...some())).rejects.toThrow("unreadable");
  });
});
