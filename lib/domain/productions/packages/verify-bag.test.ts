import { execFile } from "node:child_process";
import { mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { promisify } from "node:util";
import { crc32, deflateRawSync } from "node:zlib";
import { afterAll, beforeAll, expect, it } from "vitest";
import { parseVerifierKey, verifyBag } from "@/clients/ledger/verify.mjs";
import { textFile, writeBag } from "@/lib/platform/bag";
import { sha256Hex } from "@/lib/platform/crypto";
import { makeProven } from "@/lib/testing/sealed-packages";
import { ownObjectFolder } from "@/lib/testing/storage-drivers";
import { verifierKeys } from "@/lib/testing/transparency";

await ownObjectFolder();

const run = promisify(execFile);
let made: Awaited<ReturnType<typeof makeProven>>;
let root: string;
let keys: Awaited<ReturnType<typeof parseVerifierKey>>[];

beforeAll(async () => {
  made = await makeProven();
  keys = await Promise.all((await verifierKeys()).map(parseVerifierKey));
  root = await mkdtemp(join(tmpdir(), "verify-bag-"));
});
afterAll(() => rm(root, { recursive: true }));

/** What verifying finds wrong, in words. */
async function problemsOf(place: string, sha256?: string): Promise<string[]> {
  const problems: string[] = [];
  const refuse = (name: string, why: string) => problems.push(`${name}: ${why}`);
  await verifyBag(place, { keys, refuse, ...(sha256 && { sha256 }) }).catch(({ message }: Error) =>
    problems.push(message),
  );
  return problems;
}

/** The bag, unpacked, after a change. */
async function unpacked(name: string, change: (files: Map<string, Buffer>) => void): Promise<string> {
  const files = new Map(made.files);
  change(files);
  for (const [path, body] of files) {
    await mkdir(dirname(join(root, name, path)), { recursive: true });
    await writeFile(join(root, name, path), body);
  }
  return join(root, name);
}

it("accepts a package as it came, and unpacked, with its proofs", async () => {
  const zip = join(root, "whole.zip");
  await writeFile(zip, made.zip);
  await writeFile(`${zip}.sha256`, `${sha256Hex(made.zip)}  whole.zip\n`);
  const folder = await unpacked("whole", () => {});
  const key = (await verifierKeys()).flatMap((one) => ["--key", one]);
  const verify = (...words: string[]) => run(process.execPath, ["clients/ledger/verify.mjs", "bag", ...key, ...words]);
  const payload = [...made.files.keys()].filter((path) => path.startsWith("data/")).length;
  for (const words of [[zip], ["--sha256", `${zip}.sha256`, zip], ["--sha256", sha256Hex(made.zip), zip], [folder]]) {
    const { stdout } = await verify(...words);
    expect(stdout).toMatch(new RegExp(`: ${payload} files, \\d+ bytes, [1-9]\\d* proofs?, VERIFIED\\n$`));
  }
  await expect(verify("--sha256", sha256Hex("another"), zip)).rejects.toMatchObject({ code: 1 });
});

const appended = (files: Map<string, Buffer>, path: string, text: string) =>
  files.set(path, Buffer.concat([files.get(path) ?? Buffer.alloc(0), Buffer.from(text)]));

const CHANGES: Record<string, [change: (files: Map<string, Buffer>) => void, problem: RegExp]> = {
  "a file with more in it": [
    (files) => appended(files, "data/README.txt", " "),
    /README.txt: differs from manifest-sha256/,
  ],
  "a file that is missing": [
    (files) => files.delete("data/statement.txt"),
    /statement.txt: is missing, but in manifest-sha512/,
  ],
  "a file more": [(files) => appended(files, "data/more.txt", "more"), /more.txt: isn't in manifest-sha256/],
  "a tag file more": [(files) => appended(files, "fetch.txt", ""), /fetch.txt: isn't a file of a bag/],
  "a manifest less": [(files) => files.delete("tagmanifest-sha512.txt"), /tagmanifest-sha512.txt: is missing/],
  "another count": [
    (files) => appended(files, "bag-info.txt", "Payload-Oxum: 1.1\n"),
    /bag-info.txt: differs from tagmanifest/,
  ],
  "one manifest made new": [
    (files) => {
      appended(files, "data/README.txt", " ");
      const manifest = files.get("manifest-sha256.txt")?.toString() ?? "";
      const sum = sha256Hex(files.get("data/README.txt") ?? "");
      files.set("manifest-sha256.txt", Buffer.from(manifest.replace(/\w+(?= {2}data\/README.txt)/, sum)));
    },
    /README.txt: differs from manifest-sha512/,
  ],
};

it.each(Object.entries(CHANGES))("refuses %s", async (name, [change, problem]) => {
  expect((await problemsOf(await unpacked(name, change))).join("\n")).toMatch(problem);
});

it("refuses a ZIP that would unpack outside its folder", async () => {
  for (const name of ["..", ".", "", "/etc", "C:", "a\\b"]) {
    const at = new Date("2026-11-27T00:00:00Z");
    const about = { description: "", id: "x", sender: "x" };
    const zip = await buffer(Readable.from(writeBag({ name, at, about, files: [textFile("a.txt", () => "a")] })));
    await writeFile(join(root, "outside.zip"), zip);
    expect((await problemsOf(join(root, "outside.zip"))).join("\n"), name).toMatch(
      /data\/a.txt: isn't a path of this bag/,
    );
  }
});

it("refuses bytes that hide behind a compressed file", async () => {
  const [name, body] = [Buffer.from("bag/data/a.txt"), Buffer.from("a".repeat(100))];
  for (const hidden of ["", "hidden"]) {
    const packed = Buffer.concat([deflateRawSync(body), Buffer.from(hidden)]);
    const facts = Buffer.alloc(26);
    facts.writeUInt16LE(20, 0);
    facts.writeUInt16LE(8, 4);
    facts.writeUInt32LE(crc32(body), 10);
    facts.writeUInt32LE(packed.length, 14);
    facts.writeUInt32LE(body.length, 18);
    facts.writeUInt16LE(name.length, 22);
    const local = Buffer.concat([Buffer.from("PK\x03\x04"), facts, name, packed]);
    const entry = Buffer.concat([Buffer.from("PK\x01\x02\x14\0"), facts, Buffer.alloc(14), name]);
    const end = Buffer.concat([Buffer.from("PK\x05\x06"), Buffer.alloc(18)]);
    end.writeUInt16LE(1, 8);
    end.writeUInt16LE(1, 10);
    end.writeUInt32LE(entry.length, 12);
    end.writeUInt32LE(local.length, 16);
    await writeFile(join(root, "hidden.zip"), Buffer.concat([local, entry, end]));
    const problems = (await problemsOf(join(root, "hidden.zip"))).join("\n");
    if (hidden) expect(problems).toContain("data/a.txt: has something after its bytes");
    else expect(problems).not.toMatch(/a\.txt: has|malformed|directory/);
  }
});

it("refuses links, proofs of other logs, and a ZIP with anything more", async () => {
  const folder = await unpacked("linked", () => {});
  await symlink("/etc/hostname", join(folder, "data/linked.txt"));
  expect(await problemsOf(folder)).toEqual(["data/linked.txt isn't a plain file"]);
  for (const [name, zip] of Object.entries({
    after: Buffer.concat([made.zip, Buffer.from("more")]),
    before: Buffer.concat([Buffer.from("more"), made.zip]),
    short: made.zip.subarray(0, -1),
  })) {
    await writeFile(join(root, `${name}.zip`), zip);
    expect(await problemsOf(join(root, `${name}.zip`)), name).not.toEqual([]);
  }
  const [mine] = keys;
  keys = [];
  const problems = await problemsOf(await unpacked("unsigned", () => {}));
  keys = mine ? [mine] : [];
  expect(problems.length).toBeGreaterThan(0);
  expect(new Set(problems.map((one) => one.split(": ")[1]))).toEqual(
    new Set(["no key that you trust signed it for the log"]),
  );
});
