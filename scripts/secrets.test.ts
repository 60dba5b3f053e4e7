import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, afterEach, beforeAll, expect, it, vi } from "vitest";
import { openSecrets } from "./secrets";

const KEY = Buffer.alloc(32, "k");
/** What the KMS holds, by what it gave out for it. */
const wrapped: Record<string, Buffer> = { current: KEY, previous: Buffer.alloc(32, "p"), short: Buffer.alloc(16) };
let kms: Server;

beforeAll(async () => {
  kms = createServer(async (message, response) => {
    const body = JSON.parse(Buffer.concat(await message.toArray()).toString());
    const { "x-amz-target": target, authorization = "" } = message.headers;
    const isSigned = /Credential=AKIA1\/\d{8}\/eu-central-1\/kms\/aws4_request/.test(authorization);
    const plain = wrapped[Buffer.from(body.CiphertextBlob, "base64").toString()];
    const isFine = target === "TrentService.Decrypt" && isSigned && plain;
    response.writeHead(isFine ? 200 : 400, { "Content-Type": "application/x-amz-json-1.1" });
    response.end(
      JSON.stringify(
        isFine ? { Plaintext: plain.toString("base64") } : { __type: "AccessDeniedException", message: "no" },
      ),
    );
  });
  await new Promise<void>((resolve) => kms.listen(0, "127.0.0.1", resolve));
});
afterAll(() => void kms.close());
afterEach(() => vi.unstubAllEnvs());

function set(variables: Readonly<Record<string, string | undefined>>): void {
  vi.stubEnv("AWS_ENDPOINT_URL_KMS", `http://127.0.0.1:${(kms.address() as AddressInfo).port}`);
  vi.stubEnv("AWS_REGION", "eu-central-1");
  vi.stubEnv("AWS_ACCESS_KEY_ID", "AKIA1");
  vi.stubEnv("AWS_SECRET_ACCESS_KEY", "a-secret");
  for (const [name, value] of Object.entries({ MASTER_KEY: undefined, MASTER_KEY_PREVIOUS: undefined, ...variables }))
    vi.stubEnv(name, value && name.endsWith("_KMS") ? Buffer.from(value).toString("base64") : value);
}

it("opens the keys that a KMS wrapped, and keeps no trace of how", async () => {
  set({ MASTER_KEY_KMS: "current", MASTER_KEY_PREVIOUS_KMS: "previous" });
  await openSecrets();
  expect(process.env.MASTER_KEY).toBe(KEY.toString("base64"));
  expect(process.env.MASTER_KEY_PREVIOUS).toBe(wrapped.previous?.toString("base64"));
  expect(process.env.MASTER_KEY_KMS).toBeUndefined();
});

it.each([
  ["says no", { MASTER_KEY_KMS: "another" }, "MASTER_KEY_KMS can't be opened (AccessDeniedException: no)."],
  ["holds something else", { MASTER_KEY_KMS: "short" }, "it holds no key of 32 bytes"],
  [
    "isn't the only source",
    { MASTER_KEY_KMS: "current", MASTER_KEY: "x" },
    "MASTER_KEY and MASTER_KEY_KMS are both set",
  ],
])("starts nothing if the KMS %s", async (_, variables, message) => {
  set(variables);
  await expect(openSecrets()).rejects.toThrow(message);
});
