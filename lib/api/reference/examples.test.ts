import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";
import { curlCommand, KEY_VARIABLE } from "./examples";

/** The arguments that a shell passes to curl for a command. */
function wordsOf(command: string): string[] {
  const script = command.replace(/^curl/, String.raw`printf '%s\0'`);
  const environment = { ...process.env, [KEY_VARIABLE]: "svc_live_k" };
  return execFileSync("sh", ["-c", script], { env: environment, encoding: "utf8" }).split("\0").slice(0, -1);
}

const url = "http://localhost:3000/api/v1/solo-accounts?find=it's&x=$HOME";

test("a call without a body has a key and a URL, and nothing that a shell could change", () => {
  expect(wordsOf(curlCommand({ method: "GET", url }))).toEqual([url, "-H", "Authorization: Bearer svc_live_k"]);
});

test("a body is sent unchanged, whatever it starts with", () => {
  const body = "@it's `id`\n$(id)";
  expect(wordsOf(curlCommand({ method: "POST", url, body, key: "svc_live_own" }))).toEqual([
    ...["-X", "POST", url],
    ...["-H", "Authorization: Bearer svc_live_own"],
    ...["-H", "Content-Type: application/json"],
    ...["--data-raw", body],
  ]);
});

test("sent headers replace the default one", () => {
  const words = wordsOf(curlCommand({ method: "POST", url, body: "{}", headers: { accept: "text/plain" } }));
  expect(words.filter((_, at) => words[at - 1] === "-H")).toEqual([
    "Authorization: Bearer svc_live_k",
    "accept: text/plain",
  ]);
});
