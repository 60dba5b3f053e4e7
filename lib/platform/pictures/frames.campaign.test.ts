import { spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { mortalProgram } from "@/lib/testing/mortal-program";

const folder = mkdtempSync(join(tmpdir(), "watching-"));
afterAll(() => rmSync(folder, { recursive: true }));

const program = mortalProgram("lib/testing/watching-program.ts", "frame 0");

it.skipIf(process.platform !== "linux")("leaves no program and no file when it is killed", async () => {
  const [path, files] = [join(folder, "ffmpeg"), join(folder, "files")];
  const seconds = `600.${process.pid}`;
  mkdirSync(files);
  // Says one frame, then decodes a file that never ends, and writes nothing.
  writeFileSync(path, `#!/bin/sh\nprintf 'P6\\n5 5\\n255\\n'; head -c 75 /dev/zero; exec sleep ${seconds}\n`);
  chmodSync(path, 0o700);
  const runs = () => spawnSync("ps", ["-eo", "args"]).stdout.toString().includes(`sleep ${seconds}`);
  await program.start({ FFMPEG_PATH: path, TMPDIR: files });
  await expect.poll(runs).toBe(true);
  expect(readdirSync(files)).toEqual([]);
  await program.kill();
  await expect.poll(runs).toBe(false);
  expect(readdirSync(files)).toEqual([]);
});
