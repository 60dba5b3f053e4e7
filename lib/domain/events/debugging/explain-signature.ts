import { bytesOf, mac, PREFIX } from "@/lib/domain/events/sign";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "@/lib/platform/duration";
import {
  type BodyReading,
  bodyReadings,
  type PastedHeaders,
  readPastedHeaders,
  readStandard,
  readSvc,
  type SignatureParts,
} from "./pasted-headers";

/** A secret that may have signed. `retiresAt` is null for a current one, otherwise when its overlap ends or ended. */
export type CandidateSecret = { text: string; url: string; isChosen: boolean; retiresAt: Date | null };

export type Family = "svc" | "standard";

/** `late`: everything matches, but a verifier would refuse the time now. */
export type Verdict = "verified" | "late" | "wrong" | "absent";

/** The result for one family of headers: the first cause we find, in words. */
export type FamilyExplained = { family: Family; header: string; verdict: Verdict; cause: string };

/** Whether a message verifies, and if not, why. It never contains a secret. */
export type Explanation = { verdict: Verdict; headline: string; families: FamilyExplained[] };

type Message = {
  body: string;
  headers: string;
  /** Those of the chosen endpoint first. */
  secrets: readonly CandidateSecret[];
  /** The body of the event that the headers name, as we sent it, if known. */
  original?: Uint8Array;
  now: Date;
};

type Reader = { header: string; read: (headers: PastedHeaders) => SignatureParts | null; keys: readonly Key[] };
/** A way to turn a secret into a key; `cause` is null for the right one. */
type Key = { of: (secret: string) => string | Buffer; cause: string | null };
/** Something that may have been signed, and what is wrong with it. */
type Candidate = { head: string; body: Buffer; key: Key["of"]; cause: string | null };

/** How far a signature's time may be from the receiver's clock. Contract: Events, 3. */
const TOLERANCE_MS = 5 * MINUTE_MS;

const FAMILIES: Readonly<Record<Family, Reader>> = {
  svc: {
    header: "X-SVC-Signature",
    read: readSvc,
    keys: [
      { of: (secret) => secret, cause: null },
      { of: bytesOf, cause: "The key was the secret decoded from base64. Use the whole text, whsec_ included." },
      { of: withoutPrefix, cause: "The key was the secret without whsec_. Use the whole text, whsec_ included." },
      { of: (secret) => `${secret}\n`, cause: "The key was the secret with a line break after it. Trim it." },
    ],
  },
  standard: {
    header: "webhook-signature",
    read: readStandard,
    keys: [
      { of: bytesOf, cause: null },
      { of: (secret) => secret, cause: "The key was the secret as text. Decode the part after whsec_ from base64." },
      { of: withoutPrefix, cause: "The key was the part after whsec_ as text. Decode it from base64." },
      {
        of: (secret) => Buffer.from(secret, "base64"),
        cause: "The key was decoded with whsec_ still in front. Remove whsec_, then decode.",
      },
    ],
  },
};

/**
 * Explains the signatures of a received message, in both families of headers: whether it verifies, or the first thing
 * wrong with it. Contract: Events, 2 and 3.
 */
export function explainSignature({ body, headers: text, secrets, original, now }: Message): Explanation {
  const headers = readPastedHeaders(text);
  const readings = bodyReadings(body, original);
  const read = { svc: readSvc(headers), standard: readStandard(headers) };
  const isOriginal = original !== undefined && Buffer.from(body).equals(original);
  const explain = (family: Family, other: Family): FamilyExplained => {
    const { header } = FAMILIES[family];
    const signed = read[family];
    if (!signed) return { family, header, verdict: "absent", cause: "Not among the headers you pasted." };
    if (signed.problem) return { family, header, verdict: "wrong", cause: signed.problem };
    const match = findMatch({ family, signed, other: read[other], readings, secrets, now });
    if (match?.cause) return { family, header, verdict: "wrong", cause: match.cause };
    if (match) return { family, header, ...verified(signed, match.secret, now) };
    const there = read[other];
    const proof = there && findMatch({ family: other, signed: there, other: signed, readings, secrets, now });
    const cause = proof ? `${FAMILIES[other].header} verifies, so this signature was changed on its way.` : null;
    return { family, header, verdict: "wrong", cause: cause ?? (isOriginal ? NO_SECRET : NO_MATCH) };
  };
  const families = [explain("svc", "standard"), explain("standard", "svc")];
  return { ...sumUp(families), families };
}

const NO_SECRET =
  "The body is what we sent, but none of your secrets makes this signature. The endpoint was deleted, or its secret was rotated without an overlap.";
const NO_MATCH =
  "None of your secrets makes this signature over this body. The body’s content was changed, or it was signed with a secret that you no longer have, or by another service.";

type Search = {
  family: Family;
  signed: SignatureParts;
  other: SignatureParts | null;
  readings: readonly BodyReading[];
  secrets: readonly CandidateSecret[];
  now: Date;
};

/** How a signature was made, trying one mistake at a time with each secret. Null when nothing we know of makes it. */
function findMatch({ secrets, now, ...search }: Search): { secret: CandidateSecret; cause: string | null } | null {
  for (const { head, body, key, cause } of candidates(search)) {
    for (const secret of secrets) {
      const made = mac(key(secret.text), head, body);
      if (search.signed.signatures.some((one) => one.equals(made))) {
        return { secret, cause: cause ?? wrongSecret(secret, now) };
      }
    }
  }
  return null;
}

function* candidates({ family, signed, other, readings }: Omit<Search, "secrets" | "now">): Generator<Candidate> {
  const { keys, header } = FAMILIES[family];
  const [{ of: right } = { of: String }, ...mistaken] = keys;
  const headOf = (at: string, id: string) => (family === "svc" ? `${at}.` : `${id}.${at}.`);
  const head = headOf(signed.at, signed.id);
  const [paste] = readings;
  if (!paste) return;
  for (const { bytes, cause } of readings) yield { head, body: bytes, key: right, cause };
  for (const { of, cause } of mistaken) yield { head, body: paste.bytes, key: of, cause };
  const { id, at } = eventIn(paste.bytes.toString());
  const expected = family === "svc" ? "<t>.<body>" : "<webhook-id>.<webhook-timestamp>.<body>";
  const says = (what: string) => `${header} signs ${what}. It must sign ${expected}.`;
  const heads: [string, string][] = [
    ["", says("only the body")],
    [family === "svc" ? `${id ?? ""}.${signed.at}.` : `${signed.at}.`, says("the text of the other header")],
    [headOf(signed.at, id ?? ""), `The signature is for the event ${id}, but webhook-id says ${signed.id}.`],
    ...[other?.at, at].map((time): [string, string] => [
      headOf(time ?? "", signed.id),
      `The signature was made at ${time}, but its header says ${signed.at}.`,
    ]),
  ];
  for (const [other, cause] of heads) yield { head: other, body: paste.bytes, key: right, cause };
}

function eventIn(body: string): { id?: string; at?: string } {
  const [, id] = /"id"\s*:\s*"(evt_\w+)"/.exec(body) ?? [];
  const [, at] = /"created"\s*:\s*(\d{1,12})\b/.exec(body) ?? [];
  return { ...(id && { id }), ...(at && { at }) };
}

function wrongSecret({ isChosen, url, retiresAt }: CandidateSecret, now: Date): string | null {
  if (!isChosen) return `It was signed with the secret of another endpoint, ${url}.`;
  return retiresAt && retiresAt <= now ? "It was signed with a previous secret whose overlap has ended." : null;
}

function verified(
  { at }: SignatureParts,
  { retiresAt }: CandidateSecret,
  now: Date,
): Pick<FamilyExplained, "verdict" | "cause"> {
  const age = now.getTime() - Number(at) * 1000;
  const length = lengthText(Math.abs(age));
  if (age > TOLERANCE_MS) {
    return { verdict: "late", cause: `It matches, but is ${length} old. Verifiers refuse it after 5 minutes.` };
  }
  if (age < -TOLERANCE_MS) {
    return { verdict: "late", cause: `It matches, but its time is ${length} ahead. Check the receiver’s clock.` };
  }
  const ends = retiresAt
    ? ` The secret is the previous one, valid for ${lengthText(retiresAt.getTime() - now.getTime())}.`
    : "";
  return { verdict: "verified", cause: `It matches.${ends}` };
}

function withoutPrefix(secret: string): string {
  return secret.slice(PREFIX.length);
}

function sumUp(families: readonly FamilyExplained[]): Pick<Explanation, "verdict" | "headline"> {
  const present = families.filter(({ verdict }) => verdict !== "absent");
  const wrong = present.filter(({ verdict }) => verdict === "wrong").map(({ header }) => header);
  if (present.length === 0) {
    return { verdict: "absent", headline: "No signature: neither X-SVC-Signature nor webhook-signature." };
  }
  if (wrong.length > 0) {
    const [verb, all] = wrong.length > 1 ? ["don’t", wrong.join(" and ")] : ["doesn’t", wrong[0]];
    return { verdict: "wrong", headline: `${all} ${verb} verify.` };
  }
  return present.some(({ verdict }) => verdict === "late")
    ? { verdict: "late", headline: "The signature matches, but its time is more than 5 minutes off." }
    : { verdict: "verified", headline: "The signature verifies." };
}

const UNITS = [
  [DAY_MS, "day"],
  [HOUR_MS, "hour"],
  [MINUTE_MS, "minute"],
  [1000, "second"],
] as const;

function lengthText(ms: number): string {
  const [size, name] = UNITS.find(([unit]) => ms >= unit) ?? [1000, "second"];
  const count = Math.floor(ms / size);
  return `${count} ${name}${count === 1 ? "" : "s"}`;
}
