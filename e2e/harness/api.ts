import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { z } from "zod";

const Body = z.record(z.string(), z.unknown());
export type Answer = { status: number; body: z.infer<typeof Body> };

const address = (path: string) => `${process.env.BASE_URL}/api/v1${path}`;

/** The partner API with one key. */
export function api(key: string) {
  const call = async (method: string, path: string, body?: unknown): Promise<Answer> => {
    const response = await fetch(address(path), {
      method,
      headers: { Authorization: `Bearer ${key}`, ...(body !== undefined && { "Content-Type": "application/json" }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    return { status: response.status, body: Body.parse(await response.json()) };
  };
  return {
    get: (path: string) => call("GET", path),
    post: (path: string, body?: unknown) => call("POST", path, body),
  };
}

/** A POST with curl, as in the documentation; with fetch if curl is missing. */
export async function curl(key: string, path: string, body: unknown): Promise<Answer> {
  const words = ["-sS", "-w", "\n%{http_code}", "-H", `Authorization: Bearer ${key}`];
  words.push("-H", "Content-Type: application/json", "-d", JSON.stringify(body), address(path));
  try {
    const { stdout } = await promisify(execFile)("curl", words);
    const [text = "", status = ""] = stdout.split(/\n(?=\d{3}$)/);
    return { status: Number(status), body: Body.parse(JSON.parse(text)) };
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return api(key).post(path, body);
    throw error;
  }
}

const Printed = z.record(z.string(), z.unknown());

/** Runs `npm run -s ops -- … --json` and returns its output. */
export async function ops(...words: string[]): Promise<z.infer<typeof Printed>> {
  const { stdout } = await promisify(execFile)(process.execPath, [join("dist", "ops.js"), ...words, "--json"]);
  return Printed.parse(JSON.parse(stdout));
}
