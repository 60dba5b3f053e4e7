import { readingsOf } from "./body-readings";
import { findMatch, type KnownSecret } from "./find-match";
import { type Check, checksOf, type Verdict, verdictOf } from "./in-words";
import { type PastedHeaders, readPastedHeaders } from "./pasted-headers";
import { type Family, readStandard, readSvc, SIGNATURE_HEADER } from "./signature-headers";
import { headsOf, type Surroundings } from "./signing-ways";

export type { KnownSecret } from "./find-match";
export type { Check, Verdict } from "./in-words";

/** What one family of headers comes to. */
export type FamilyExplained = { family: Family; header: string; verdict: Verdict; checks: Check[] };

/** Whether a message verifies, and if not, which part does not match and why. No secret is in it. */
export type Explanation = { verdict: Verdict; headline: string; families: FamilyExplained[] };

type Pasted = {
  body: string;
  headers: string;
  /** Those of the chosen endpoint first. */
  secrets: readonly KnownSecret[];
  /** The body of the event that the headers name, as it was sent, where it is known. */
  original?: Uint8Array;
  now: Date;
};

/**
 * Explains the signatures of a message that was received, in both families, for a developer to act on: each part of it
 * right, wrong or not known. Contract: Events, 2 and 3.
 */
export function explainSignature({ body, headers: text, secrets, original, now }: Pasted): Explanation {
  const headers = readPastedHeaders(text);
  const readings = readingsOf(body, original);
  const [svc, standard] = [readSvc(headers), readStandard(headers)];
  const around = surroundingsOf(headers, body, original);
  const found = [svc, standard].map((read) => ({
    read,
    match: findMatch({ read, readings, secrets, now, heads: headsOf({ read, ...around }) }),
  }));
  const families = found.map(({ read, match }): FamilyExplained => {
    const proof = found.find((other) => other.read !== read)?.match ?? null;
    const isOriginal = original !== undefined && Buffer.from(body).equals(Buffer.from(original));
    const checks = checksOf({ read, match, proof, isOriginal, originalKnown: original !== undefined, now });
    return { family: read.family, header: SIGNATURE_HEADER[read.family], verdict: verdictOf(read, checks), checks };
  });
  return { ...sumUp(families), families };
}

function surroundingsOf(headers: PastedHeaders, body: string, original?: Uint8Array): Omit<Surroundings, "read"> {
  const event = { ...idAndTime(body), ...(original && idAndTime(Buffer.from(original).toString())) };
  const t = /(?:^|,)\s*t=(\d{1,17})/.exec(headers.get("x-svc-signature")?.[0] ?? "")?.[1];
  const webhook = /^\d{1,17}$/.exec(headers.get("webhook-timestamp")?.[0] ?? "")?.[0];
  const times = [
    ...(t ? timesOf(Number(t), "as X-SVC-Signature says") : []),
    ...(webhook ? timesOf(Number(webhook), "as webhook-timestamp says") : []),
    ...(event.created === undefined ? [] : [{ seconds: event.created, from: "the event’s own time" }]),
  ];
  const id = headers.get("webhook-id")?.[0];
  const ids = [
    ...(event.id === undefined ? [] : [{ id: event.id, from: "the id in the body" }]),
    ...(id === undefined ? [] : [{ id, from: "as webhook-id says" }]),
  ];
  return { times, ids };
}

// A time that was given in milliseconds may stand for one in seconds, and the other way round.
const timesOf = (given: number, from: string) => [
  { seconds: given, from },
  { seconds: Math.floor(given / 1000), from: "which is the same in seconds" },
  { seconds: given * 1000, from: "which is the same in milliseconds" },
];

function idAndTime(body: string): { id?: string; created?: number } {
  const [, id] = /"id"\s*:\s*"(evt_\w+)"/.exec(body) ?? [];
  const [, created] = /"created"\s*:\s*(\d{1,12})\b/.exec(body) ?? [];
  return { ...(id && { id }), ...(created && { created: Number(created) }) };
}

function sumUp(families: readonly FamilyExplained[]): Pick<Explanation, "verdict" | "headline"> {
  const there = families.filter(({ verdict }) => verdict !== "absent");
  if (there.length === 0) {
    return {
      verdict: "absent",
      headline: "There is no signature among these headers: neither X-SVC-Signature nor webhook-signature.",
    };
  }
  const wrong = there.filter(({ verdict }) => verdict === "wrong");
  if (wrong.length > 0) {
    const names = wrong.map(({ header }) => header).join(" and ");
    const right = there.find((one) => !wrong.includes(one));
    const but = right ? ` ${right.header} does.` : "";
    return { verdict: "wrong", headline: `${names} ${wrong.length > 1 ? "do" : "does"} not verify.${but}` };
  }
  const late = there.some(({ verdict }) => verdict === "late");
  return late
    ? { verdict: "late", headline: "The signature is right, and its time is more than five minutes away." }
    : { verdict: "verified", headline: "Verified: the signature is right." };
}
