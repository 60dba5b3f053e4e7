import { spawn } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { SignJWT } from "jose";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { routes } from "@/app/api/routes";
import { KEY_VARIABLE } from "@/lib/api/reference/examples";
import { createDispatch } from "@/lib/api/server/dispatch";
import { readKeySet, revokeCertificate } from "@/lib/domain/productions/certificates";
import { clock } from "@/lib/platform/clock";
import { DAY_MS } from "@/lib/platform/duration";
import { newId } from "@/lib/platform/ids";
import { certify, signSome, someCertificate } from "@/lib/testing/certificates";
import { makeKey, makePartner, systemCtx } from "@/lib/testing/factories";
import { type Printed, runInPhp } from "@/lib/testing/php-program";
import { type MadeProducer, makeProducer, makeProduction } from "@/lib/testing/productions";
import { GET as keySet } from "../.well-known/jwks.json/route";
import { certificatesGuide } from "./certificates-guide";

let api: Server;
let folder: string;
let guide: ReturnType<typeof certificatesGuide>;

beforeAll(async () => {
  const rest = () => expect.unreachable("the page calls an address that is not the API's");
  const plainRoutes = [{ path: "/.well-known/jwks.json", handlers: { GET: keySet } }];
  const dispatch = createDispatch({ routes, plainRoutes, rest, baseUrl: "http://localhost", trustedProxies: 0 });
  api = createServer((message, response) => void dispatch(message, response));
  await new Promise<void>((done) => api.listen(0, "127.0.0.1", done));
  guide = certificatesGuide(`http://127.0.0.1:${(api.address() as AddressInfo).port}`);
  folder = await mkdtemp(join(tmpdir(), "certificates-"));
});
afterAll(async () => {
  await rm(folder, { recursive: true });
  await new Promise((done) => api.close(done));
});
/** `revocations`: the synced file; null for none. */
type Asked = { certificate: string; productionId: string; revocations: string | null };

/** Runs a program with standard input, as a shell would. */
function runProgram(
  command: string,
  args: readonly string[],
  more: { stdin?: string; variables: Record<string, string> },
) {
  return new Promise<Printed>((done, fail) => {
    const child = spawn(command, args, { env: { ...process.env, NODE_OPTIONS: "", ...more.variables } });
    const printed = { out: "", err: "" };
    child.stdout.setEncoding("utf8").on("data", (text: string) => {
      printed.out += text;
    });
    child.stderr.setEncoding("utf8").on("data", (text: string) => {
      printed.err += text;
    });
    child.once("error", fail).once("close", (code) => done({ code: code ?? -1, ...printed }));
    child.stdin.end(more.stdin ?? "");
  });
}

const succeeds = (command: string, ...args: string[]) =>
  runProgram(command, args, { variables: {} }).then(
    ({ code }) => code === 0,
    () => false,
  );

const COMMANDS = {
  node: { command: process.execPath, flags: ["--input-type=module", "--eval"], isThere: async () => true },
  python: { command: "python3", flags: ["-c"], isThere: () => succeeds("python3", "-c", "import jwt, cryptography") },
} as const;

const codeOf = (programs: readonly { id: string; code: string }[], id: string) =>
  programs.find((program) => program.id === id)?.code ?? "";

async function verify(language: "node" | "python" | "php", { certificate, productionId, revocations }: Asked) {
  const code = codeOf(guide.verifiers, language);
  const file = join(folder, `${newId()}.json`);
  if (revocations !== null) await writeFile(file, revocations);
  if (language === "php") {
    const keys = JSON.stringify(await readKeySet());
    return runInPhp({ code, argument: productionId, stdin: certificate, keys, revocations, file });
  }
  const { command, flags } = COMMANDS[language];
  return runProgram(command, [...flags, code, productionId], { stdin: certificate, variables: { REVOCATIONS: file } });
}

const NONE = JSON.stringify({ since: null, entries: {} });

describe.each(["node", "python", "php"] as const)("the verifier in %s", (language) => {
  it("accepts our certificate of the production, and refuses every other text", async ({ skip }) => {
    if (language === "python" && !(await COMMANDS.python.isThere())) skip("PyJWT is not installed");
    const contents = someCertificate();
    const { productionId, certificateId } = contents;
    const { jwt } = await signSome(contents);
    const [{ jwt: other }, keySetNow] = [await signSome(), await readKeySet()];
    clock.freeze(new Date(Date.now() - 400 * DAY_MS));
    const { jwt: ended } = await signSome(contents);
    clock.reset();
    const asked = { certificate: jwt, productionId, revocations: NONE };
    const good = await verify(language, asked);
    expect(good).toMatchObject({ code: 0, out: expect.stringContaining(`valid: ${certificateId}, 3 performers`) });

    const listed = (type: string) =>
      JSON.stringify({ since: null, entries: { [certificateId]: { type, reason: "unspecified" } } });
    expect(await verify(language, { ...asked, revocations: listed("supersession") })).toMatchObject({ code: 0 });

    const [header = "", payload = "", signature = ""] = jwt.split(".");
    const kid = keySetNow.keys[0]?.kid ?? "";
    const unsigned = Buffer.from(JSON.stringify({ alg: "none", kid })).toString("base64url");
    const claims = JSON.parse(Buffer.from(payload, "base64url").toString());
    const changed = Buffer.from(JSON.stringify({ ...claims, performerCount: 4 })).toString("base64url");
    const symmetric = (key: string) =>
      new SignJWT(claims).setProtectedHeader({ alg: "HS256", kid }).sign(Buffer.from(key));
    const refused: Record<string, Partial<Asked>> = {
      "another production": { productionId: newId() },
      "an ended one": { certificate: ended },
      "a revoked one": { revocations: listed("revocation") },
      "changed claims": { certificate: `${header}.${changed}.${signature}` },
      "another signature": { certificate: `${header}.${payload}.${other.split(".")[2]}` },
      "no signature": { certificate: `${unsigned}.${payload}.` },
      "alg none with a signature": { certificate: `${unsigned}.${payload}.${signature}` },
      "a secret in place of a key": { certificate: await symmetric(keySetNow.keys[0]?.n ?? "") },
      "no certificate": { certificate: "eyJ" },
    };
    for (const [what, more] of Object.entries(refused)) {
      const printed = await verify(language, { ...asked, ...more });
      expect(printed, what).toMatchObject({ code: 1, out: "" });
      expect(printed.err, what).toMatch(/^not valid: /);
    }
    const unsynced = await verify(language, { ...asked, revocations: null });
    expect(unsynced).toMatchObject({ code: 1, out: "" });
    expect(unsynced.err).toMatch(/^not checked: .* is missing\. Run sync-revocations first\.\s*$/);
  });
});

/** A documented production of the producer, and its certificate's id. */
async function makeCertified(producer: MadeProducer): Promise<{ productionId: string; id: string }> {
  const { id: productionId } = await makeProduction({ producer, performers: [], depictions: 0 });
  const issued = await certify({ id: productionId });
  if (!issued) throw new Error("not certified");
  return { productionId, id: issued.certificateId };
}

describe.each(["node", "python"] as const)("the sync in %s", (language) => {
  it("keeps every revocation of the partner's productions, page by page, and starts again where it ended", async () => {
    const partner = await makePartner();
    const { key } = await makeKey(partner);
    const producer = await makeProducer([partner]);
    const file = join(folder, `${newId()}.json`);
    const { command, flags } = COMMANDS[language];
    // Shorter pages.
    const code = codeOf(guide.syncs, language).replace(/(limit"?: "?)200/, "$12");
    expect(code).not.toBe(codeOf(guide.syncs, language));
    const sync = (credential = key) =>
      runProgram(command, [...flags, code], { variables: { REVOCATIONS: file, [KEY_VARIABLE]: credential } });
    const entries = async () => Object.keys(JSON.parse(await readFile(file, "utf8")).entries).toSorted();
    const revoke = async (count: number) => {
      const made = await Promise.all(Array.from({ length: count }, () => makeCertified(producer)));
      for (const { productionId } of made) await revokeCertificate(systemCtx(), { productionId, reason: "Forged" });
      return made.map(({ id }) => id).toSorted();
    };
    const first = await revoke(5);
    expect(await sync()).toMatchObject({ code: 0, err: "", out: expect.stringContaining("5 entries") });
    expect(await entries()).toEqual(first);

    const second = await revoke(2);
    const { productionId } = await makeCertified(await makeProducer());
    await revokeCertificate(systemCtx(), { productionId, reason: "Forged" });
    expect(await sync()).toMatchObject({ code: 0, out: expect.stringContaining("7 entries") });
    expect(await entries()).toEqual([...first, ...second].toSorted());

    // A run that fails leaves the file as it is.
    const before = await readFile(file, "utf8");
    const failed = await sync("svc_live_wrong");
    expect(failed.code).not.toBe(0);
    expect(await readFile(file, "utf8")).toBe(before);
  });
});
