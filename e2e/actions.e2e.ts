import { randomInt } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { z } from "zod";
import { expect, signIn, test } from "./harness/journey";
import { custodian } from "./harness/people";

// Anyone who is signed in can call a server action with any arguments.

const Manifest = z.object({
  node: z.record(
    z.string(),
    z.object({ workers: z.record(z.string(), z.unknown()), exportedName: z.string(), filename: z.string() }),
  ),
});

const TEXT = { "content-type": "text/plain;charset=UTF-8" };
const FORM = { "content-type": "multipart/form-data; boundary=xx" };

type Call = { headers: Record<string, string>; body: string };

/** Calls with arguments that the page never sends, which reach the action's own code. */
function strange(id: string): Call[] {
  const texts = [
    "[]",
    "[null,null,null]",
    "[{},{},{}]",
    '["a\\u0000",["b"],7]',
    '[{"toString":1},{"get":1},{"constructor":1}]',
  ];
  const roots = ['["$K1"]', '["unknown","$K1"]', '[{},null,"$K1"]'];
  const names = ["name", "email", "role", "purpose", "reason", "note", "kind", "url", "types", "birthDateDay"];
  return [
    ...texts.map((body) => ({ headers: { ...TEXT, "next-action": id }, body })),
    ...roots.flatMap((root) => [
      { headers: { ...FORM, "next-action": id }, body: formOf([["0", root]]) },
      {
        headers: { ...FORM, "next-action": id },
        body: formOf([...names.map((name) => [`1_${name}`, "a\0\u202e"] as const), ["0", root]]),
      },
    ]),
    { headers: FORM, body: formOf([[`$ACTION_ID_${id}`, ""]]) },
  ];
}

/** Malformed calls. What reads them is the same for all actions. */
function malformed(id: string): Call[] {
  const texts = [
    "",
    "{",
    "null",
    '["$K1","$K2","$K3"]',
    '["$Q1","$W1"]',
    '["$@1","$@2"]',
    '["$T","$T","$T"]',
    '["$1:a:b","$B1","$r1"]',
    `[${"1,".repeat(1_200)}1]`,
    "[".repeat(2_000),
  ];
  return [
    ...texts.map((body) => ({ headers: { ...TEXT, "next-action": id }, body })),
    { headers: { ...FORM, "next-action": id }, body: formOf([["0", "[]"]]).slice(0, -9) },
    { headers: { "content-type": "multipart/form-data", "next-action": id }, body: formOf([["0", "[]"]]) },
    {
      headers: FORM,
      body: formOf([
        ["$ACTION_REF_1", ""],
        ["$ACTION_1:0", `{"id":"${id}","bound":"$@1"}`],
        ["$ACTION_1:1", "{{"],
      ]),
    },
    {
      headers: FORM,
      body: formOf([
        ["$ACTION_REF_1", ""],
        ["$ACTION_1:0", `{"id":"${id}","bound":null}`],
      ]),
    },
    { headers: FORM, body: "no form" },
    { headers: { ...TEXT, "next-action": "x" }, body: "[]" },
    { headers: { ...TEXT, "next-action": "0".repeat(42) }, body: "[]" },
  ];
}

/** Each action gets this many of the malformed calls, in turn, so that many actions get each. */
const MALFORMED_EACH = 4;

function callsOf(id: string, n: number): Call[] {
  const all = malformed(id);
  const some = Array.from({ length: MALFORMED_EACH }, (_, m) => all[(n * MALFORMED_EACH + m) % all.length]);
  return [...strange(id), ...some.flatMap((call) => call ?? [])];
}

const formOf = (fields: readonly (readonly [string, string])[]): string =>
  `${fields.map(([name, value]) => `--xx\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`).join("")}--xx--\r\n`;

test("no malformed action call answers 500", async ({ visitor, partner }) => {
  test.slow();
  const [owner, staff] = [await visitor(), await visitor()];
  await signIn(owner.page, partner.ownerEmail);
  await signIn(staff.page, await custodian());
  const cookies = { owner: await cookieOf(owner.page), staff: await cookieOf(staff.page), nobody: "" };

  const manifest = join(process.env.NEXT_DIST_DIR ?? ".next", "server", "server-reference-manifest.json");
  const { node: actions } = Manifest.parse(JSON.parse(readFileSync(manifest, "utf8")));
  expect(Object.keys(actions).length).toBeGreaterThan(50);

  const failures: string[] = [];
  // Sign out last, so that the other calls have a session.
  const isLast = (name: string) => (name === "signOut" ? 1 : 0);
  const inOrder = Object.entries(actions).sort(([, a], [, b]) => isLast(a.exportedName) - isLast(b.exportedName));
  for (const [n, [id, { workers, exportedName, filename }]] of inOrder.entries()) {
    const path = pathOf(Object.keys(workers)[0] ?? "");
    const who = filename.includes("(custodian)") ? "staff" : "owner";
    for (const { headers, body } of callsOf(id, n)) {
      const answer = await call(path, { ...headers, cookie: cookies[who] }, body);
      if (answer >= 500) failures.push(`${exportedName} of ${who}: ${answer} to ${body.slice(0, 60)}`);
    }
    const asNobody = await call(path, { ...TEXT, "next-action": id }, "[{},{},{}]");
    if (asNobody >= 500) failures.push(`${exportedName} of nobody: ${asNobody}`);
  }
  expect(failures).toEqual([]);
});

/** The page of an action, with a placeholder for each id. */
function pathOf(worker: string): string {
  const segments = worker.replace(/^app\/|\/page$/g, "").split("/");
  const named = segments.filter((segment) => !segment.startsWith("("));
  return `/${named.map((segment) => (segment.startsWith("[") ? "unknown" : segment)).join("/")}`;
}

async function call(path: string, headers: Record<string, string>, body: string): Promise<number> {
  const origin = process.env.BASE_URL ?? "";
  // Different addresses, because one would hit its limit.
  const from = `198.18.${randomInt(256)}.${randomInt(1, 255)}`;
  const answer = await fetch(origin + path, {
    method: "POST",
    redirect: "manual",
    headers: { ...headers, origin, accept: "text/x-component", "x-forwarded-for": from },
    body,
  });
  await answer.arrayBuffer();
  return answer.status;
}

async function cookieOf(page: Page): Promise<string> {
  return (await page.context().cookies()).map(({ name, value }) => `${name}=${value}`).join("; ");
}
