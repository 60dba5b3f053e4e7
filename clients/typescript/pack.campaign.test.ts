import { execFile } from "node:child_process";
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, it } from "vitest";
import { startService } from "@/lib/testing/client-service";
import { freshEmail, makeKey, makePartner } from "@/lib/testing/factories";
import { startReceiver } from "@/lib/testing/receiver";
import { integrateAll, verifierKeys } from "@/lib/testing/transparency";

// What partners install: the packed file alone, beside the two packages it needs.

const run = promisify(execFile);
const PACKAGES = resolve("node_modules");
const NEEDED = ["jose", "openapi-fetch"];
let folder: string;
let files: string[];
const installed = (...path: string[]) => join(folder, "node_modules", "vellum-client", ...path);

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "packed-"));
  const { stdout } = await run("npm", ["pack", "--json", "--pack-destination", folder], { cwd: import.meta.dirname });
  const [packed] = JSON.parse(stdout.slice(stdout.indexOf("[\n"))) as [{ filename: string; files: { path: string }[] }];
  files = packed.files.map(({ path }) => path);
  await mkdir(installed(), { recursive: true });
  await run("tar", ["-xzf", join(folder, packed.filename), "--strip-components=1", "-C", installed()]);
  await mkdir(join(folder, "node_modules", "@types"));
  for (const name of [...NEEDED, "openapi-typescript-helpers", "@types/node", "undici-types"])
    await symlink(join(PACKAGES, name), join(folder, "node_modules", name));
  await writeFile(join(folder, "package.json"), '{ "type": "module" }');
});
afterAll(() => rm(folder, { recursive: true }));

const PROGRAM = `
import { createClient, dataOf, type EventType, logWithCopy, readEvents, type VellumEvent, verifyWebhook } from "vellum-client";

const { VELLUM_URL: baseUrl = "", VELLUM_API_KEY: apiKey = "", EMAIL: email = "" } = process.env;
const vellum = createClient({ baseUrl, apiKey });
const body = { externalUserId: email, email, callbackUrl: "https://platform.example.com/hook" };
const { accountId, status } = dataOf(await vellum.POST("/api/v1/solo-accounts", { body }));
for await (const event of readEvents(vellum, { follow: false })) console.log(event.type);
console.log(accountId.length, status satisfies "pending_id_verification" | "subscribed_pending_id" | "active" | "suspended");
export const types: EventType[] = ["collab_scene.greenlit"];
export const scene = (event: VellumEvent) => event.type === "collab_scene.greenlit" && event.data.scene.greenlitAt;
export const copy = (file: Blob) =>
  logWithCopy(vellum, { accountId, file, content: { contentUrl: "https://x.example/1", title: "x", externalContentId: "1" } });
export const verify = (request: Request, body: string) => verifyWebhook({ body, headers: request.headers, secret: "whsec_" });
`;

it("has the compiled programs and the ledger's verifier, and needs two packages, of our versions", async () => {
  expect(files.filter((path) => !/^dist\/\w+\.(js|d\.ts)$/.test(path)).toSorted()).toEqual([
    "README.md",
    "ledger/verify.mjs",
    "package.json",
  ]);
  const imported = await Promise.all(
    files.filter((path) => /js$/.test(path)).map((path) => readFile(installed(path), "utf8")),
  );
  const from = imported.flatMap((text) =>
    [...text.matchAll(/^(?:import|export) .*? ?from "([^"]+)"/gm)].map(([, name]) => name),
  );
  expect([...new Set(from)].filter((name) => !/^(node:|\.\/\w+\.js$)/.test(name ?? "")).toSorted()).toEqual(NEEDED);
  const versionsOf = async (path: string) => {
    const { dependencies, devDependencies } = JSON.parse(await readFile(path, "utf8"));
    return NEEDED.map((name) => dependencies[name] ?? devDependencies[name]);
  };
  expect(await versionsOf(installed("package.json"))).toEqual(await versionsOf("package.json"));
});

it("compiles in a strict program, which runs against the service, and so does its command", async () => {
  await writeFile(join(folder, "program.ts"), PROGRAM);
  const strict = [
    "--strict",
    "--exactOptionalPropertyTypes",
    "--target",
    "es2023",
    "--module",
    "nodenext",
    "--lib",
    "es2024",
  ];
  const tsc = join(PACKAGES, ".bin", "tsc");
  await run(tsc, [...strict, "--types", "node", "program.ts", "--ignoreConfig"], { cwd: folder }).catch(({ stdout }) =>
    expect.unreachable(stdout),
  );
  const service = await startService();
  const receiver = await startReceiver();
  const env = {
    ...process.env,
    NODE_OPTIONS: "",
    VELLUM_URL: service.url,
    VELLUM_API_KEY: (await makeKey(await makePartner())).key,
    EMAIL: freshEmail(),
  };
  const node = (...words: string[]) => run(process.execPath, words, { cwd: folder, env });
  expect((await node("program.js")).stdout).toBe("25 pending_id_verification\n");
  const cli = installed("dist", "cli.js");
  expect((await node(cli, "trigger", "solo_account.verified", receiver.url)).stdout).toContain("200 in");
  await integrateAll(1);
  await writeFile(join(folder, "some.tlog-proof"), "no proof");
  const [verifierKey = ""] = await verifierKeys();
  await expect(node(cli, "verify", "proof", "--key", verifierKey, "some.tlog-proof")).rejects.toMatchObject({
    code: 1,
    stdout: expect.stringMatching(/^some\.tlog-proof: REFUSED/),
  });
  await Promise.all([service.close(), receiver.close()]);
});
