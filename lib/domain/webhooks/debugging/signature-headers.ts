import type { PastedHeaders } from "./pasted-headers";

export type Family = "svc" | "standard";

/** The header that holds each family's signatures. */
export const SIGNATURE_HEADER = { svc: "X-SVC-Signature", standard: "webhook-signature" } as const;

/** One signature of a header: its bytes, whichever way they were written. */
export type Given = { bytes: Buffer; scheme: string; encoding: "hex" | "base64" };

/** What one family's headers say. `problems` are what is wrong with how they are written, in words. */
export type ReadFamily = {
  family: Family;
  /** None of its headers is there. */
  absent: boolean;
  timestamp: number | null;
  id: string | null;
  signatures: Given[];
  problems: string[];
};

const DIGITS = /^\d{1,17}$/;

/** Reads `X-SVC-Signature: t=<seconds>,v1=<hex>[,v1=…]`. Contract: Events, 3. */
export function readSvc(headers: PastedHeaders): ReadFamily {
  const values = headers.get("x-svc-signature") ?? [];
  const problems = [...twice(values, SIGNATURE_HEADER.svc)];
  const entries = (values[0] ?? "")
    .split(",")
    .map((entry) => entry.trim())
    .filter(Boolean)
    .map((entry) => split(entry, "="));
  const t = entries.find(([name]) => name === "t")?.[1];
  const timestamp = t !== undefined && DIGITS.test(t) ? Number(t) : null;
  if (values.length > 0) {
    if (t === undefined)
      problems.push("It has no t=, the time of the signature. It looks like t=1789000000,v1=5257a8….");
    else if (timestamp === null) problems.push(`t=${clip(t)} is no number of seconds.`);
    else problems.push(...milliseconds(timestamp, "t"));
  }
  const found = entries.filter(([name]) => name !== "t");
  const signatures = signaturesOf(found, { wanted: "hex", problems });
  if (values.length > 0) problems.push(...missing(found, "v1="));
  return { family: "svc", absent: values.length === 0, timestamp, id: null, signatures, problems };
}

/** Reads `webhook-id`, `webhook-timestamp` and `webhook-signature: v1,<base64>[ v1,…]`, as Standard Webhooks has them. */
export function readStandard(headers: PastedHeaders): ReadFamily {
  const of = (name: string) => headers.get(name) ?? [];
  const [ids, times, values] = [of("webhook-id"), of("webhook-timestamp"), of("webhook-signature")];
  const absent = ids.length + times.length + values.length === 0;
  const problems = [
    ...twice(ids, "webhook-id"),
    ...twice(times, "webhook-timestamp"),
    ...twice(values, "webhook-signature"),
  ];
  const time = times[0];
  const timestamp = time !== undefined && DIGITS.test(time) ? Number(time) : null;
  if (!absent) {
    const named = { "webhook-id": ids[0], "webhook-timestamp": time, "webhook-signature": values[0] };
    for (const [name, value] of Object.entries(named)) {
      if (!value) problems.push(`The header ${name} is missing. This family needs all three.`);
    }
    if (time && timestamp === null) problems.push(`webhook-timestamp ${clip(time)} is no number of seconds.`);
    if (timestamp !== null) problems.push(...milliseconds(timestamp, "webhook-timestamp"));
  }
  const found = (values[0] ?? "")
    .split(/\s+/)
    .filter(Boolean)
    .map((entry) => split(entry, ","));
  const signatures = signaturesOf(found, { wanted: "base64", problems });
  if (values[0]) problems.push(...missing(found, "v1,"));
  return { family: "standard", absent, timestamp, id: ids[0] ?? null, signatures, problems };
}

/** A scheme and its value; no scheme for a value alone. */
const split = (entry: string, by: string): [string, string] => {
  const at = entry.indexOf(by);
  return at < 0 ? ["", entry] : [entry.slice(0, at).trim(), entry.slice(at + 1).trim()];
};

const clip = (text: string) => (text.length > 40 ? `${text.slice(0, 40)}…` : text);

const twice = (values: readonly string[], name: string) =>
  values.length > 1
    ? [`${name} stands there ${values.length} times with different values. The first is looked at.`]
    : [];

/** Whether a time can only be one in milliseconds: in seconds it would be in the year 5138 or later. */
export const isMilliseconds = (timestamp: number): boolean => timestamp > 100_000_000_000;

const milliseconds = (timestamp: number, name: string) =>
  isMilliseconds(timestamp) ? [`${name} is in milliseconds. It has to be in seconds.`] : [];

type Wanted = { wanted: "hex" | "base64"; problems: string[] };

function signaturesOf(found: readonly [string, string][], { wanted, problems }: Wanted): Given[] {
  return found.flatMap(([scheme, value]): Given[] => {
    const hex = /^[0-9a-f]{64}$/i.test(value);
    const base64 = /^[\w+/-]{43}=?$/.test(value);
    if (!hex && !base64) {
      if (scheme !== "v1") return [];
      const expected = wanted === "hex" ? "64 hexadecimal characters" : "44 characters of base64";
      problems.push(
        `The v1 signature has ${value.length} characters that are not ${expected}: cut off or changed on its way.`,
      );
      return [];
    }
    const encoding = hex ? "hex" : "base64";
    return [{ bytes: Buffer.from(value, encoding), scheme, encoding }];
  });
}

function missing(found: readonly [string, string][], prefix: string): string[] {
  if (found.some(([scheme]) => scheme === "v1")) return [];
  const schemes = [...new Set(found.map(([scheme]) => clip(scheme) || "one without a scheme"))];
  const there = schemes.length > 0 ? ` There is ${schemes.join(", ")}, which we do not send.` : "";
  return [`It has no signature of scheme v1, written ${prefix}….${there}`];
}
