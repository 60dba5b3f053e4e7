import { DAY_MS, HOUR_MS, MINUTE_MS } from "@/lib/platform/duration";
import { isLive, type Match } from "./find-match";
import { isMilliseconds, type ReadFamily } from "./signature-headers";

export type Part = "header" | "timestamp" | "id" | "body" | "secret" | "signature";

/** One part of a message: right, wrong, right with something to know, or not to be told. */
export type Check = { part: Part; state: "ok" | "wrong" | "note" | "unknown"; says: string };

/** `late`: everything matches, but for a verifier of this moment it is too old or from the future. */
export type Verdict = "verified" | "late" | "wrong" | "absent";

/** How far a signature's time may be from the receiver's clock, as verifiers have it. Contract: Events, 3. */
const TOLERANCE_MS = 5 * MINUTE_MS;

type Known = {
  read: ReadFamily;
  match: Match | null;
  /** How the other family's signature came about. */
  proof: Match | null;
  /** The body is what was sent, byte for byte. */
  isOriginal: boolean;
  originalKnown: boolean;
  now: Date;
};

/** Goes through the parts of a message, for one family. */
export function checksOf(known: Known): Check[] {
  if (known.read.absent) return [];
  const header = headerCheck(known);
  const id = known.read.family === "standard" ? [idCheck(known)] : [];
  const parts = [header, timestampCheck(known), ...id, bodyCheck(known), secretCheck(known)];
  return [...parts, signatureCheck(known, parts)];
}

/** What the parts come to. */
export function verdictOf(read: ReadFamily, checks: readonly Check[]): Verdict {
  if (read.absent) return "absent";
  if (checks.some(({ state }) => state === "wrong")) return "wrong";
  return checks.some(({ part, state }) => part === "timestamp" && state === "note") ? "late" : "verified";
}

function headerCheck({ read, match }: Known): Check {
  const problems = [...read.problems];
  const wanted = read.family === "svc" ? "hex" : "base64";
  if (match && match.given.encoding !== wanted) {
    const names = { hex: "hexadecimal", base64: "base64" };
    problems.push(`The signature is written in ${names[match.given.encoding]}. It has to be ${names[wanted]}.`);
  }
  if (problems.length > 0) return { part: "header", state: "wrong", says: problems.join(" ") };
  const count = read.signatures.length > 1 ? `, with ${read.signatures.length} signatures, as during a rotation` : "";
  return { part: "header", state: "ok", says: `Complete and well formed${count}.` };
}

function timestampCheck({ read: { timestamp }, match, now }: Known): Check {
  if (match?.head.about === "timestamp") return { part: "timestamp", state: "wrong", says: match.head.mistake ?? "" };
  if (timestamp === null) return { part: "timestamp", state: "unknown", says: "Not given in a way that can be read." };
  // One in milliseconds is told of by the header.
  const age = now.getTime() - (isMilliseconds(timestamp) ? timestamp : timestamp * 1000);
  const distance = lengthText(Math.abs(age));
  if (Math.abs(age) <= TOLERANCE_MS) {
    return { part: "timestamp", state: "ok", says: age < 0 ? `${distance} from now.` : `${distance} old.` };
  }
  const says =
    age > 0
      ? `${distance} old. Verifiers refuse after five minutes. That is no fault of a message from a log; a receiver that refused it when it arrived has a wrong clock, or verified it after it had waited in a queue.`
      : `${distance} in the future. Verifiers refuse beyond five minutes: compare the receiver’s clock with the true time.`;
  return { part: "timestamp", state: "note", says };
}

function idCheck({ read: { id }, match }: Known): Check {
  if (match?.head.about === "id") return { part: "id", state: "wrong", says: match.head.mistake ?? "" };
  if (id === null) return { part: "id", state: "unknown", says: "webhook-id is not given." };
  if (match) return { part: "id", state: "ok", says: `Signed for ${id}.` };
  return { part: "id", state: "unknown", says: `${id}, which nothing confirms.` };
}

function bodyCheck({ match, proof, isOriginal }: Known): Check {
  const { difference } = (match ?? proof)?.reading ?? {};
  if (difference) return { part: "body", state: "wrong", says: difference };
  if (isOriginal) return { part: "body", state: "ok", says: "What we sent, byte for byte." };
  if (match ?? proof) return { part: "body", state: "ok", says: "The bytes that were signed." };
  return { part: "body", state: "unknown", says: "Nothing confirms it: see the signature." };
}

function secretCheck({ match, proof, now }: Known): Check {
  const from = match ?? proof;
  if (!from) return { part: "secret", state: "unknown", says: "None of your secrets fits: see the signature." };
  const { secret } = from;
  const mistake = match?.keyMistake;
  const wrong = (says: string): Check => ({
    part: "secret",
    state: "wrong",
    says: mistake ? `${says} ${mistake}` : says,
  });
  if (!secret.isChosen) {
    return wrong(`Signed with the secret of another endpoint of yours, ${secret.url}. Verify with that one’s.`);
  }
  if (!isLive(secret, now)) {
    return wrong("Signed with this endpoint’s previous secret, whose overlap is over. Fetch the current one.");
  }
  if (mistake) return { part: "secret", state: "wrong", says: mistake };
  if (secret.retiresAt) {
    const left = lengthText(secret.retiresAt.getTime() - now.getTime());
    const says = `Signed with this endpoint’s previous secret alone, which ends in ${left}. A receiver that knows only the new one refuses it.`;
    return { part: "secret", state: "note", says };
  }
  return { part: "secret", state: "ok", says: "This endpoint’s current secret." };
}

function signatureCheck({ read, match, proof, isOriginal, originalKnown }: Known, parts: readonly Check[]): Check {
  const wrong = (says: string): Check => ({ part: "signature", state: "wrong", says });
  if (match?.head.about === "signature") return wrong(match.head.mistake ?? "");
  if (match && parts.some(({ state }) => state === "wrong")) {
    return { part: "signature", state: "note", says: "Made as told above, so it does not verify as it stands." };
  }
  if (match) return { part: "signature", state: "ok", says: "Matches, made of the parts above." };
  if (read.signatures.length === 0) return wrong("There is none to compare with.");
  if (proof) {
    const other = read.family === "svc" ? "webhook-signature shows" : "X-SVC-Signature shows";
    return wrong(`The body and the secret are known, as ${other}. So the signature itself was changed.`);
  }
  const secrets =
    "a secret that is not there any more (rotated without an overlap, or its endpoint deleted), or another service’s";
  if (isOriginal)
    return wrong(
      `The body is right, and no secret of yours makes this signature. It was made with ${secrets}; or it was changed.`,
    );
  const lost = originalKnown
    ? ""
    : " We have no event to compare with: it is a test, or older than 90 days, or not yours.";
  return wrong(
    `No secret of yours makes it over this body, however we trim, convert or rewrite the body. Either the body was changed in content, or it was signed with ${secrets}.${lost}`,
  );
}

const UNITS = [
  [DAY_MS, "day"],
  [HOUR_MS, "hour"],
  [MINUTE_MS, "minute"],
  [1000, "second"],
] as const;

/** A length of time in its largest unit, e.g. "3 hours". */
function lengthText(ms: number): string {
  const [size, name] = UNITS.find(([unit]) => ms >= unit) ?? [1000, "second"];
  const count = Math.floor(ms / size);
  return `${count} ${name}${count === 1 ? "" : "s"}`;
}
