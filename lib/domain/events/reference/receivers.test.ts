import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { afterEach, describe, expect, it } from "vitest";
import { signatureHeaders } from "@/lib/domain/events/sign";
import { type Running, type Sent, startInNode, startInPhp, startInPython } from "@/lib/testing/shown-receivers";
import { receivers } from "./receivers";
import { type Vector, vectors } from "./vectors";

const STARTS = {
  node: startInNode,
  stripe: startInNode,
  standardwebhooks: startInNode,
  python: startInPython,
  php: startInPhp,
};
const [plain, rotated, beyondAscii] = vectors() as [Vector, Vector, Vector];
const [secret = "", previous = ""] = rotated.secrets;
const now = rotated.timestamp;

const hasPython = await promisify(execFile)("python3", ["--version"]).then(
  () => true,
  () => false,
);

describe.each(receivers)("the receiver in $label", ({ id, code }) => {
  let running: Running | undefined;
  afterEach(() => running?.stop());

  const start = async (known: string): Promise<Running> => {
    running = await STARTS[id]({ code, secret: known, now });
    return running;
  };

  it("accepts every vector, and names its event", async ({ skip }) => {
    if (id === "python" && !hasPython) skip("python3 is not installed");
    const { receive } = await start(secret);
    for (const vector of [plain, rotated, beyondAscii]) {
      const printed = `${vector.eventId} ${vector.headers["X-SVC-Event"]}`;
      expect(await receive(vector), vector.title).toEqual({ status: 204, printed });
    }
  });

  it("rejects a message that was changed, is old, or was signed with another secret", async ({ skip }) => {
    if (id === "python" && !hasPython) skip("python3 is not installed");
    const { receive } = await start(secret);
    for (const [what, sent] of Object.entries(refused)) {
      expect(await receive(sent), what).toEqual({ status: 400, printed: "" });
    }
  });

  it("has one secret, and accepts messages signed with two", async ({ skip }) => {
    if (id === "python" && !hasPython) skip("python3 is not installed");
    const { receive } = await start(previous);
    expect(await receive(rotated)).toMatchObject({ status: 204 });
    expect(await receive(plain)).toMatchObject({ status: 400 });
  });
});

const signedBy = (vector: Vector, { timestamp = now, secrets = [secret] }): Sent => ({
  body: vector.body,
  headers: signatureHeaders({ eventId: vector.eventId, body: Buffer.from(vector.body), timestamp, secrets }),
});

const withSignature = (signature: string): Sent => ({
  body: plain.body,
  headers: { ...plain.headers, "X-SVC-Signature": signature, "webhook-signature": signature },
});

const refused: Record<string, Sent> = {
  "a changed body": { ...plain, body: plain.body.replace("verified", "verifiex") },
  "a body with a blank more": { ...plain, body: `${plain.body} ` },
  "letters that were escaped": { ...beyondAscii, body: beyondAscii.body.replace("ë", "\\u00eb") },
  "bytes that are no text": { ...plain, body: Buffer.concat([Buffer.from(plain.body), Buffer.from([0xff])]) },
  "a time of more than five minutes ago": signedBy(plain, { timestamp: now - 301 }),
  "an old signature under a new time": {
    ...plain,
    headers: {
      ...plain.headers,
      "X-SVC-Signature": (plain.headers["X-SVC-Signature"] ?? "").replace(/t=\d+/, `t=${now}`),
      "webhook-timestamp": String(now),
    },
  },
  "another secret": signedBy(plain, { secrets: [previous] }),
  "no signature": { body: plain.body, headers: {} },
  "an empty signature": withSignature(""),
  "a time alone": withSignature(`t=${now}`),
  "a signature without a time": withSignature((plain.headers["X-SVC-Signature"] ?? "").replace(/^t=\d+,/, "")),
  "empty parts": withSignature(`t=${now},v1=,v1`),
  "what is no signature": withSignature(`t=${now},v1=${"é".repeat(32)},v1=${"z".repeat(64)}`),
  "a time that is none": withSignature("t=now,v1=00"),
  "a time beyond all numbers": withSignature(`t=${"9".repeat(5000)},v1=00`),
};
