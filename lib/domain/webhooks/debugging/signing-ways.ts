import { bytesOf, PREFIX } from "@/lib/domain/webhooks/sign";
import type { Family, ReadFamily } from "./signature-headers";

/** A way to turn a secret into a key. `mistake` says what is wrong with it; null for the right one. */
type KeyWay = { key: (secret: string) => string | Buffer; mistake: string | null };

const text = (secret: string) => secret;
const bare = (secret: string) => secret.slice(PREFIX.length);

/** How each family's key is made of a secret, and how it is not. */
export const KEY_WAYS: Record<Family, readonly KeyWay[]> = {
  svc: [
    { key: text, mistake: null },
    {
      key: bytesOf,
      mistake:
        "The secret was decoded from base64 first, which is right for webhook-signature alone. X-SVC-Signature is keyed by the whole text, whsec_ included.",
    },
    {
      key: bare,
      mistake: "The key was the secret without whsec_. X-SVC-Signature is keyed by the whole text, whsec_ included.",
    },
    { key: (secret) => `${secret}\n`, mistake: "The key was the secret with a line break behind it. Trim it." },
  ],
  standard: [
    { key: bytesOf, mistake: null },
    {
      key: text,
      mistake:
        "The key was the whole text of the secret, which is right for X-SVC-Signature alone. webhook-signature is keyed by the bytes that the part after whsec_ encodes in base64.",
    },
    {
      key: bare,
      mistake:
        "The key was the part after whsec_ as text. It has to be decoded from base64 first: webhook-signature is keyed by the bytes.",
    },
    {
      key: (secret) => Buffer.from(secret, "base64"),
      mistake: "The secret was decoded from base64 with whsec_ still in front. Take whsec_ off first, then decode.",
    },
  ],
};

/** What stands before the body in the text that is signed. `about` is the part that differs from what the headers say. */
export type Head = { text: string; about: "timestamp" | "id" | "signature" | null; mistake: string | null };

export type Surroundings = {
  read: ReadFamily;
  /** Other times and ids that the message names, with where. */
  times: readonly { seconds: number; from: string }[];
  ids: readonly { id: string; from: string }[];
};

/** The texts that may have been signed: first what the headers say, then what else is likely. */
export function headsOf({ read: { family, timestamp, id }, times, ids }: Surroundings): Head[] {
  const standard = family === "standard";
  const head = (at: number, eventId: string | null) => (standard ? `${eventId}.${at}.` : `${at}.`);
  const complete = timestamp !== null && (!standard || id !== null);
  const named = standard ? "webhook-timestamp" : "t";
  const heads: Head[] = complete ? [{ text: head(timestamp, id), about: null, mistake: null }] : [];
  if (!standard || id !== null) {
    for (const { seconds, from } of times) {
      if (seconds === timestamp) continue;
      const mistake = `The signature is for ${seconds}, ${from}. ${named} ${timestamp === null ? "does not say so" : `says ${timestamp}: it was changed`}.`;
      heads.push({ text: head(seconds, id), about: "timestamp", mistake });
    }
  }
  if (timestamp === null) return heads;
  if (standard) {
    for (const other of ids) {
      if (other.id === id) continue;
      const says = id === null ? "webhook-id is missing" : `webhook-id says ${id}`;
      heads.push({
        text: head(timestamp, other.id),
        about: "id",
        mistake: `The signature is for ${other.id}, ${other.from}, but ${says}.`,
      });
    }
  }
  const right = standard ? "<webhook-id>.<webhook-timestamp>.<body>" : "<t>.<body>";
  const wrong = (text: string, signed: string): Head => ({
    text,
    about: "signature",
    mistake: `The text that was signed is ${signed}. It has to be ${right}.`,
  });
  heads.push(wrong("", "the body alone"));
  if (standard) heads.push(wrong(`${timestamp}.`, "<webhook-timestamp>.<body>"));
  else for (const other of ids) heads.push(wrong(`${other.id}.${timestamp}.`, "<webhook-id>.<t>.<body>"));
  return heads;
}
