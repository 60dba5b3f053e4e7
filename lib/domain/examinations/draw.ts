import { createHmac } from "node:crypto";
import { sha256, sha256Hex } from "@/lib/platform/crypto";

// How a sample is drawn. docs/transparency.md describes this for programs of others, and clients/ledger/draw.mjs repeats it: change nothing
// here without a new version.

export const SAMPLE_VERSION = "sample/v1";

/** A record that may be drawn. */
export type Drawable = { kind: "depiction" | "scene"; id: string };

/** A record under the name by which it is drawn. `nonce` opens the name: whoever has it can check that it is this record's. */
export type Token = Drawable & { token: string; nonce: string };

const nameOf = ({ kind, id }: Drawable) => Buffer.from(`${kind} ${id}`);

function tokenOf(salt: Uint8Array, record: Drawable): Token {
  const nonce = sha256(Buffer.concat([salt, nameOf(record)]));
  return { ...record, token: sha256Hex(Buffer.concat([nonce, nameOf(record)])), nonce: nonce.toString("hex") };
}

/** The records that a sample is drawn from, by the names that tell nothing of the others. */
export function populationOf(salt: Uint8Array, records: readonly Drawable[]) {
  const tokens = records.map((record) => tokenOf(salt, record)).sort((a, b) => (a.token < b.token ? -1 : 1));
  const text = tokens.map(({ token }) => `${token}\n`).join("");
  return { tokens, text, sha256: sha256(text) };
}

type Seeded = { sampleId: string; populationSha256: Uint8Array; phrase: string; root: Uint8Array };

/** The seed of a drawing, which nobody knew when its population was fixed: the root came later. */
export const seedOf = ({ sampleId, populationSha256, phrase, root }: Seeded): Buffer =>
  sha256(
    [SAMPLE_VERSION, sampleId, Buffer.from(populationSha256).toString("hex"), phrase, Buffer.from(root).toString("hex")]
      .map((line) => `${line}\n`)
      .join(""),
  );

/** The records with the lowest HMAC-SHA-256 under the seed, the lowest first. */
export function drawFrom(tokens: readonly Token[], { seed, size }: { seed: Uint8Array; size: number }): Token[] {
  const placed = tokens.map((one) => ({ one, place: createHmac("sha256", seed).update(one.token).digest("hex") }));
  return placed
    .sort((a, b) => (a.place < b.place ? -1 : 1))
    .slice(0, size)
    .map(({ one }) => one);
}
