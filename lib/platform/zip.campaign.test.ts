import { execFileSync, spawnSync } from "node:child_process";
import { mkdtemp, open, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { verifyBag } from "@/clients/ledger/verify.mjs";
import { writeBag } from "./bag";

const GIB = 2 ** 30;
const ZEROS = Buffer.alloc(2 ** 22);
const SMALL = 66_000;

// Takes up to a minute of CPU, and 20 MB of the disk: what is large is a hole in the file.

/** A file of more than 4 GiB, then more files than 16 bits count, which begin beyond 4 GiB. */
function* files() {
  yield {
    path: "large.bin",
    *read() {
      for (let bytes = 0; bytes <= 4 * GIB; bytes += ZEROS.length) yield ZEROS;
    },
  };
  for (let n = 0; n < SMALL; n++) yield { path: `small/${n}.txt`, read: () => [Buffer.from(`${n}`)] };
}

it.skipIf(spawnSync("unzip").error)(
  "a bag of more than 4 GiB and 65,535 files opens elsewhere",
  { timeout: 600_000 },
  async () => {
    const folder = await mkdtemp(join(tmpdir(), "zip-"));
    const path = join(folder, "bag.zip");
    try {
      const file = await open(path, "wx");
      let at = 0;
      const about = { description: "Large", id: "outer", sender: "inner" };
      let waiting: Buffer[] = [];
      const write = async () => {
        const whole = Buffer.concat(waiting);
        waiting = [];
        await file.write(whole, 0, whole.length, at);
        at += whole.length;
      };
      for await (const chunk of writeBag({
        name: "bag",
        at: new Date("2026-09-04T12:00:00Z"),
        about,
        files: files(),
      })) {
        // Zeros stay a hole in the file, which needs no disk.
        if (chunk.buffer === ZEROS.buffer) {
          await write();
          at += chunk.length;
        } else if (waiting.push(chunk) === 1_000) await write();
      }
      await write();
      await file.close();
      const { size, blocks } = await stat(path);
      expect([size > 4 * GIB, blocks * 512 < GIB / 8]).toEqual([true, true]);

      const refused: string[] = [];
      const { files: counted } = await verifyBag(path, {
        keys: [],
        refuse: (name, why) => refused.push(`${name}: ${why}`),
      });
      expect([counted, refused]).toEqual([SMALL + 1, []]);
      const run = (program: string, ...words: string[]) =>
        execFileSync(program, words, { cwd: folder, maxBuffer: 2 ** 26 }).toString();
      expect(run("unzip", "-tq", "bag.zip")).toContain("No errors detected");
      expect(run("unzip", "-p", "bag.zip", `bag/data/small/${SMALL - 1}.txt`)).toBe(`${SMALL - 1}`);
      if (spawnSync("python3", ["-c", "import zipfile"]).status === 0) {
        const read = `import zipfile; z = zipfile.ZipFile("bag.zip"); i = z.getinfo("bag/data/large.bin"); print(len(z.infolist()), i.file_size, z.read("bag/data/small/7.txt"))`;
        expect(run("python3", "-c", read)).toBe(`${SMALL + 1 + 6} ${4 * GIB + ZEROS.length} b'7'\n`);
      }
    } finally {
      await rm(folder, { recursive: true });
    }
  },
);
