import { createHmac } from "node:crypto";
import { expect } from "vitest";
import { explainSignature, type KnownSecret } from "@/lib/domain/webhooks/debugging/explain-signature";
import { newSecret, signatureHeaders } from "@/lib/domain/webhooks/sign";

// A signed message, the secrets of its partner, and ways to spoil it.

export const NOW = new Date("2026-11-21T12:00:00Z");
export const T = NOW.getTime() / 1000 - 12;
export const ID = "evt_test_1790000000000";
export const BODY = JSON.stringify({
  id: ID,
  type: "content_log.created",
  created: T - 90,
  data: { url: "https://platform.example.com/posts/1", title: "Zoë 🎬", list: [1, { a: null }], none: [] },
});
const DAY = 86_400_000;
const secretOf = (more: Partial<KnownSecret> = {}): KnownSecret => ({
  text: newSecret(),
  url: "https://platform.example.com/hooks",
  isChosen: true,
  retiresAt: null,
  ...more,
});
export const mine = secretOf();
export const previous = secretOf({ retiresAt: new Date(NOW.getTime() + DAY) });
export const retired = secretOf({ retiresAt: new Date(NOW.getTime() - DAY) });
export const other = secretOf({ isChosen: false, url: "https://platform.example.com/other" });
export const secrets = [mine, previous, retired, other];

const linesOf = (headers: Record<string, string>) =>
  Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}`)
    .join("\n");
export const signed = (more: Partial<Parameters<typeof signatureHeaders>[0]> = {}) =>
  signatureHeaders({ eventId: ID, body: Buffer.from(BODY), timestamp: T, secrets: [mine.text], ...more });

type Given = { body?: string; headers?: Record<string, string>; original?: Uint8Array; secrets?: KnownSecret[] };
export const explain = ({ body = BODY, headers = signed(), original, secrets: known = secrets }: Given) =>
  explainSignature({ body, headers: linesOf(headers), secrets: known, now: NOW, ...(original && { original }) });

/** What is not right, in each family, as `part: words`. */
export const faults = (given: Given) =>
  Object.fromEntries(
    explain(given).families.map(({ family, checks }) => [
      family,
      checks.filter(({ state }) => state !== "ok").map(({ part, state, says }) => `${state} ${part}: ${says}`),
    ]),
  );

/** A fault that is one, not a note. */
export const ONE = /^wrong (\w+): /;

export const BOTH = ["svc", "standard"];

const RIGHT_SIGNATURE = { part: "signature", state: "ok" };

/** The one thing that is wrong in each family that is named; the others are right. */
export function expectOnly(
  given: Given,
  part: string,
  words: string | RegExp,
  families: readonly string[] = BOTH,
): void {
  const found = faults(given);
  for (const { verdict, checks } of explain(given).families) {
    // What does not verify has no right signature.
    if (verdict === "wrong") expect(checks).not.toContainEqual(expect.objectContaining(RIGHT_SIGNATURE));
  }
  for (const family of BOTH) {
    const wrong = (found[family] ?? []).filter((fault) => ONE.test(fault));
    if (!families.includes(family)) expect(wrong).toEqual([]);
    else expect(wrong).toEqual([expect.stringMatching(typeof words === "string" ? pattern(part, words) : words)]);
  }
}

/** A fault of a part, with these words. */
export const pattern = (part: string, words: string) =>
  new RegExp(`^wrong ${part}: .*${words.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&")}`, "s");

const mac = (key: string | Buffer, text: string) => createHmac("sha256", key).update(text).digest();
export const svc = (key: string | Buffer, text = `${T}.${BODY}`, t: number | string = T) => ({
  "X-SVC-Signature": `t=${t},v1=${mac(key, text).toString("hex")}`,
});
export const standard = (key: string | Buffer, text = `${ID}.${T}.${BODY}`) => ({
  "webhook-id": ID,
  "webhook-timestamp": String(T),
  "webhook-signature": `v1,${mac(key, text).toString("base64")}`,
});
export const bytes = Buffer.from(mine.text.slice(6), "base64");
