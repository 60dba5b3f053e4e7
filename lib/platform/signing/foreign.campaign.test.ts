import { execFile, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { promisify } from "node:util";
import { ContentInfo, SignedData } from "pkijs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { clock } from "@/lib/platform/clock";
import { sha256 } from "@/lib/platform/crypto";
import { startPdf } from "@/lib/platform/pdf/document";
import { renderPdf } from "@/lib/platform/pdf/render-pdf";
import { startAuthority } from "@/lib/testing/authority";
import { setVariables } from "@/lib/testing/env";
import { currentSigningKey } from "./signing-key";
import { readStamp, requestStamp } from "./timestamp";

// Poppler's pdfsig verifies what we sign, and openssl the time-stamps in it. From Debian: poppler-utils and openssl.

const has = (command: string, ...version: string[]) => spawnSync(command, version).status === 0;
const hasBoth = has("pdfsig", "-v") && has("openssl", "version");

describe.skipIf(!hasBoth)(hasBoth ? "pdfsig and openssl" : "pdfsig and openssl (left out: not installed)", () => {
  const folder = mkdtempSync(join(tmpdir(), "pdfsig-"));
  let authority: Awaited<ReturnType<typeof startAuthority>>;
  beforeAll(async () => {
    authority = await startAuthority();
    save("root.pem", authority.root);
  });
  afterAll(() => {
    authority.stop();
    rmSync(folder, { recursive: true });
  });

  const draw = async (): Promise<Buffer> => {
    const files = [{ name: "facts.json", type: "application/json", body: JSON.stringify({ name: "Zoë" }) }];
    const { pdf, page } = startPdf({ title: "A title (in brackets)", at: clock.now(), files, footer: "Footer" });
    for (let n = 0; n < 120; n++) page.field("Label", `value ${n}`);
    const key = await currentSigningKey();
    return renderPdf({ whose: "one", reason: "Test (of it)", key, since: clock.now(), write: () => pdf });
  };
  const save = (name: string, content: string | Uint8Array): string => {
    writeFileSync(join(folder, name), content);
    return join(folder, name);
  };
  const run = (command: string, ...options: string[]): Promise<string> =>
    promisify(execFile)(command, options).then(
      ({ stdout }) => stdout,
      (error: { stdout: string; stderr: string }) => error.stdout + error.stderr,
    );
  const readPdf = (pdf: Buffer) => run("pdfsig", "-nocert", save("one.pdf", pdf));
  const opensslOf = ({ data, token }: Stamped) =>
    run(
      ...(["openssl", "ts", "-verify", "-data", save("data", data), "-in", save("token", token), "-token_in"] as const),
      ...["-CAfile", join(folder, "root.pem")],
    );

  it.each<[string, { stamped?: true; configured?: true }]>([
    ["alone", {}],
    ["with a time-stamp", { stamped: true }],
    ["with a configured key, and data on revocation", { stamped: true, configured: true }],
  ])("accept a signature %s, and refuse one changed byte", async (_, { stamped, configured }) => {
    if (stamped) setVariables({ TSA_URL: authority.tsaUrl });
    if (configured) setVariables({ SIGNING_P12: authority.p12, SIGNING_P12_PASSPHRASE: authority.passphrase });
    const pdf = await draw();
    const text = await readPdf(pdf);
    expect(text).toMatch(/Signature Type: ETSI\.CAdES\.detached[\s\S]*Signature is Valid/);
    // What was added since is a stamp over all of it, which this version of pdfsig doesn't know.
    expect(text).toContain(configured ? "Signature Field Name: Timestamp_1" : "  - Total document signed");
    const [signature, archive] = signaturesIn(pdf);
    if (!signature) throw new Error("not signed");
    const stamps = [...stampsIn(signature.cms), ...(archive ? [{ data: archive.signed, token: archive.cms }] : [])];
    expect(stamps.length).toBe((stamped ? 1 : 0) + (configured ? 1 : 0));
    for (const stamp of stamps) {
      expect(await opensslOf(stamp)).toContain("Verification: OK");
      expect(await opensslOf({ ...stamp, data: changed(stamp.data, 7) })).toContain("Verification: FAILED");
    }
    // Bytes of what is drawn, which leave a file that opens.
    const drawn = pdf.indexOf("stream\n") + 10;
    for (let tried = 0; tried < 20; tried++) {
      expect(await readPdf(changed(pdf, drawn + 97 * tried))).not.toMatch(/CAdES[\s\S]*Signature is Valid/);
    }
  });
});

describe.skipIf(!has("openssl", "version"))("openssl as an authority", () => {
  const folder = mkdtempSync(join(tmpdir(), "tsa-"));
  const openssl = (...options: string[]): void => {
    const { status, stderr } = spawnSync("openssl", options, { cwd: folder, encoding: "utf8" });
    if (status !== 0) throw new Error(stderr);
  };
  const server = createServer(async (request, response) => {
    writeFileSync(join(folder, "query"), await buffer(request));
    openssl("ts", "-reply", "-queryfile", "query", "-out", "reply", "-config", "tsa.cnf");
    response.end(readFileSync(join(folder, "reply")));
  });
  afterAll(() => {
    server.close();
    rmSync(folder, { recursive: true });
  });

  it.each([
    ["RSA", "sha256", ["-newkey", "rsa:2048"]],
    ["RSA", "sha512", ["-newkey", "rsa:2048"]],
    ["an elliptic curve", "sha384", ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256"]],
  ])("stamps with %s and %s, and we accept it", async (_, digest, newKey) => {
    const config = `
      [tsa]\ndefault_tsa = tsa1
      [tsa1]\nserial = serial\nsigner_cert = tsa.pem\ncerts = root.pem\nsigner_key = tsa.key\nsigner_digest = ${digest}
      default_policy = 1.2.3.4.1\ndigests = sha256\naccuracy = secs:1\ness_cert_id_chain = yes
      [req]\ndistinguished_name = name\n[name]\n[tsa_cert]\nextendedKeyUsage = critical,timeStamping`;
    writeFileSync(join(folder, "tsa.cnf"), config.replace(/^ +/gm, ""));
    writeFileSync(join(folder, "serial"), "01");
    const root = ["-subj", "/CN=Root", "-keyout", "root.key", "-out", "root.pem", "-days", "2"];
    openssl("req", "-x509", "-nodes", "-newkey", "rsa:2048", ...root);
    openssl(
      "req",
      "-nodes",
      ...newKey,
      "-subj",
      "/CN=Stamps",
      "-keyout",
      "tsa.key",
      "-out",
      "tsa.csr",
      "-config",
      "tsa.cnf",
    );
    const purpose = ["-extfile", "tsa.cnf", "-extensions", "tsa_cert"];
    const issuer = ["-CA", "root.pem", "-CAkey", "root.key", "-CAcreateserial"];
    openssl("x509", "-req", "-in", "tsa.csr", ...issuer, "-days", "1", "-out", "tsa.pem", ...purpose);
    if (!server.listening) await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
    const hash = sha256("a text");
    const { at, response } = await requestStamp(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`, hash);
    expect(Math.abs(at.getTime() - Date.now())).toBeLessThan(60_000);
    await expect(readStamp(changed(response, response.indexOf(hash) + 40), { hash })).rejects.toThrow();
  });
});

type Stamped = { data: Uint8Array; token: Uint8Array };

function changed(bytes: Uint8Array, place: number): Buffer<ArrayBuffer> {
  const copy = Buffer.from(bytes);
  copy.writeUInt8(copy.readUInt8(place) ^ 1, place);
  return copy;
}

/** The signatures and stamps of a PDF, and the bytes that each covers. */
function signaturesIn(pdf: Buffer): { cms: Buffer; signed: Buffer }[] {
  const ranges = pdf.toString("latin1").matchAll(/\/ByteRange \[0 +(\d+) +(\d+) +(\d+) *\]/g);
  return [...ranges].map((range) => {
    const [first = 0, second = 0, rest = 0] = range.slice(1).map(Number);
    const padded = Buffer.from(pdf.toString("latin1", first + 1, second - 1), "hex");
    const signed = Buffer.concat([pdf.subarray(0, first), pdf.subarray(second, second + rest)]);
    return { cms: padded.subarray(0, 4 + padded.readUInt16BE(2)), signed };
  });
}

/** The time-stamps over a signature. */
function stampsIn(cms: Buffer): Stamped[] {
  const { content } = ContentInfo.fromBER(new Uint8Array(cms));
  const [signer] = new SignedData({ schema: content }).signerInfos;
  const attributes = signer?.unsignedAttrs?.attributes ?? [];
  return attributes
    .flatMap(({ values }) => values)
    .map((token) => ({
      data: new Uint8Array(signer?.signature.getValue() ?? new ArrayBuffer(0)),
      token: new Uint8Array(token.toBER()),
    }));
}
