import { sha256 } from "@/lib/platform/crypto";

// What a leaf commits to. A commitment of a field is useless without its salt, so a proof can show some fields and keep the others.
// docs/transparency.md describes this for programs of others: change nothing here without a new version.

export const LEAF_VERSION = "ledger-entry/v1";

/** The fields of an entry, in the order of the commitment. */
export const FIELDS = [
  ...(["seq", "chain", "position", "at", "actorKind", "actorId", "action", "subjectKind", "subjectId"] as const),
  ...(["partnerId", "reason", "requestId", "detail"] as const),
] as const;
export type Field = (typeof FIELDS)[number];

/** An entry as its leaf commits to it. */
export type Committed = Readonly<Record<Field, string | number | bigint | Date | null>>;

/** A field of an entry in a proof: shown with its salt, or hidden behind its digest. */
export type ProvenField = { name: Field } & ({ value: string | null; salt: string } | { digest: string });

function textOf(entry: Committed, field: Field): string | null {
  const value = entry[field];
  return value === null ? null : value instanceof Date ? value.toISOString() : String(value);
}

const saltOf = (salt: Uint8Array, field: Field): Buffer => sha256(Buffer.concat([salt, Buffer.from(field)]));

function digestOf(entry: Committed, salt: Uint8Array, field: Field): Buffer {
  const text = textOf(entry, field);
  return sha256(Buffer.concat([saltOf(salt, field), Buffer.from(text === null ? field : `${field}=${text}`)]));
}

/** The data of an entry's leaf. */
export const commitmentOf = (entry: Committed, salt: Uint8Array): Buffer<ArrayBuffer> =>
  sha256(Buffer.concat([Buffer.from(`${LEAF_VERSION}\n`), ...FIELDS.map((field) => digestOf(entry, salt, field))]));

/** The fields of an entry, of which a proof shows some. */
export const provenFields = (entry: Committed, salt: Uint8Array, shown: ReadonlySet<Field>): ProvenField[] =>
  FIELDS.map((name) =>
    shown.has(name)
      ? { name, value: textOf(entry, name), salt: saltOf(salt, name).toString("base64") }
      : { name, digest: digestOf(entry, salt, name).toString("base64") },
  );
