import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { z } from "zod";

const Answer = z.record(z.string(), z.unknown());

/** Runs an operator's command as `npm run -s ops -- … --json` does, and returns what it printed. */
export async function ops(...words: string[]): Promise<z.infer<typeof Answer>> {
  const { stdout } = await promisify(execFile)(process.execPath, [join("dist", "ops.js"), ...words, "--json"]);
  return Answer.parse(JSON.parse(stdout));
}
