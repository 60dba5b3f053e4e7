import type { PastedHeaders } from "./pasted-headers";

/** What a family's headers say. `problem`: why they can't be verified as written. */
export type Signed = { at: string; id: string; signatures: Buffer[]; problem: string | null };

/** Reads `X-SVC-Signature: t=<seconds>,v1=<hex>[,v1=…]`; null when it is absent. Contract: Events, 3. */
export function readSvc(headers: PastedHeaders): Signed | null {
  const [value] = headers.get("x-svc-signature") ?? [];
  if (value === undefined) return null;
  const entries = value.split(",").map((entry) => entry.trim().split("="));
  const at = entries.find(([name]) => name === "t")?.[1] ?? "";
  const signatures = entries.flatMap(([name, text = ""]) =>
    name === "v1" && /^[0-9a-f]{64}$/i.test(text) ? [Buffer.from(text, "hex")] : [],
  );
  const missing = signatures.length === 0 ? "It has no v1=<64 hexadecimal characters>: cut off, or not ours." : null;
  return { at, id: "", signatures, problem: timeProblem("t", at) ?? missing };
}

/** Reads the three headers of Standard Webhooks; null when all are absent. Contract: Events, 3. */
export function readStandard(headers: PastedHeaders): Signed | null {
  const names = ["webhook-id", "webhook-timestamp", "webhook-signature"];
  const [id = "", at = "", value = ""] = names.map((name) => headers.get(name)?.[0]);
  if (!id && !at && !value) return null;
  const signatures = value.split(/\s+/).flatMap((entry) => {
    const [, base64] = /^v1,([\w+/-]{43}=?)$/.exec(entry) ?? [];
    return base64 ? [Buffer.from(base64, "base64")] : [];
  });
  const absent = [id, at, value].findIndex((given) => !given);
  const missing = absent < 0 ? null : `The header ${names[absent]} is missing. All three are needed.`;
  const none = signatures.length === 0 ? "It has no v1,<44 base64 characters>: cut off, or not ours." : null;
  return { at, id, signatures, problem: missing ?? timeProblem("webhook-timestamp", at) ?? none };
}

// In seconds, twelve digits would be the year 5138 or later.
function timeProblem(name: string, at: string): string | null {
  if (!/^\d{1,17}$/.test(at)) return `${name} must be the time in seconds, such as ${name}=1789000000.`;
  return at.length > 11 ? `${name} is in milliseconds. It must be in seconds.` : null;
}
