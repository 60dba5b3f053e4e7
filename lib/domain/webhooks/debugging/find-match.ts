import { mac } from "@/lib/domain/webhooks/sign";
import type { Reading } from "./body-readings";
import type { Given, ReadFamily } from "./signature-headers";
import { type Head, KEY_WAYS } from "./signing-ways";

/** A secret that may have signed. */
export type KnownSecret = {
  text: string;
  /** The URL of its endpoint. */
  url: string;
  /** Of the endpoint that was chosen. */
  isChosen: boolean;
  /** Null for a current one; otherwise when it ends or ended. */
  retiresAt: Date | null;
};

/** How a signature came about: what was signed with which key. */
export type Match = {
  given: Given;
  reading: Reading;
  secret: KnownSecret;
  keyMistake: string | null;
  head: Head;
};

type Search = {
  read: ReadFamily;
  readings: readonly Reading[];
  secrets: readonly KnownSecret[];
  heads: readonly Head[];
  now: Date;
};

// Beyond this size only one thing at a time is taken to be wrong, so that a search stays short.
const LARGE_BODY = 32 * 1024;

/**
 * Finds how any signature of a family was made, by trying: with nothing wrong, then with one thing wrong, then with two.
 * Null when nothing that we know of gives one.
 */
export function findMatch({ read, readings, secrets, heads, now }: Search): Match | null {
  if (read.signatures.length === 0) return null;
  const large = readings.some(({ bytes }) => bytes.length > LARGE_BODY);
  for (let wrong = 0; wrong <= (large ? 1 : 2); wrong++) {
    for (const secret of secrets) {
      const foreign = secret.isChosen && isLive(secret, now) ? 0 : 1;
      for (const { key, mistake } of KEY_WAYS[read.family]) {
        for (const head of heads) {
          for (const reading of readings) {
            const count =
              foreign + Number(mistake !== null) + Number(head.mistake !== null) + Number(reading.difference !== null);
            if (count !== wrong) continue;
            const made = mac(key(secret.text), head.text, reading.bytes);
            const given = read.signatures.find(({ bytes }) => bytes.equals(made));
            if (given) return { given, reading, secret, keyMistake: mistake, head };
          }
        }
      }
    }
  }
  return null;
}

/** Whether a secret still signs. */
export const isLive = ({ retiresAt }: Pick<KnownSecret, "retiresAt">, now: Date): boolean =>
  retiresAt === null || retiresAt > now;
