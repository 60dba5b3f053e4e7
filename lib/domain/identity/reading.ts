import { z } from "zod";
import { clock } from "@/lib/platform/clock";
import { open, seal } from "@/lib/platform/crypto";
import type { Tx } from "@/lib/platform/db";
import { enqueue } from "@/lib/platform/jobs";
import { DOCUMENT_TYPES, isOfState, isState } from "./documents";
import { openDocumentNumber, personKey } from "./id-facts";

const day = z.codec(z.iso.date(), z.date(), {
  decode: (text) => new Date(`${text}T00:00:00.000Z`),
  encode: (date) => date.toISOString().slice(0, 10),
});

/** What a document says in its machine-readable zone or its barcode. Null for what isn't there or couldn't be read. */
const Fields = z.object({
  legalName: z.string().nullable(),
  birthDate: day.nullable(),
  documentNumber: z.string().nullable(),
  documentType: z.enum(DOCUMENT_TYPES).nullable(),
  /** ISO 3166-1 alpha-2, as people enter it. */
  documentCountry: z.string().nullable(),
  documentExpiry: day.nullable(),
  /** The US state or Canadian province that issued a license, such as `CA`. */
  state: z.string().nullable(),
  /** The name filled its field, so the document has more of it. */
  isNameCut: z.boolean(),
});

/** The fields that were read from a document. */
export type ReadFields = z.output<typeof Fields>;

const NOTHING: ReadFields = {
  legalName: null,
  birthDate: null,
  documentNumber: null,
  documentType: null,
  documentCountry: null,
  documentExpiry: null,
  state: null,
  isNameCut: false,
};

type CheckOfPerson = { id: string; userId: string };

const contextOf = ({ id, userId }: CheckOfPerson) => ["document-reading", id, userId];

/** Seals what was read under the person's key. It opens for this check only. */
export async function sealFields(
  tx: Pick<Tx, "personKey">,
  check: CheckOfPerson,
  fields: ReadFields,
): Promise<Buffer<ArrayBuffer>> {
  const plain = Buffer.from(JSON.stringify(Fields.encode(fields)));
  return Buffer.from(seal(plain, await personKey(tx, check.userId), contextOf(check)));
}

/** The name of the job that reads a document. */
export const READ_DOCUMENT = "read_document";

/** Have a locked check's document read again, because its photos changed. Forgets what was read from the ones before. */
export async function queueReading(tx: Tx, checkId: string): Promise<void> {
  const sides = await tx.identityPhoto.count({ where: { checkId, kind: { in: ["document_front", "document_back"] } } });
  if (sides === 0) {
    await tx.documentReading.deleteMany({ where: { checkId } });
    return;
  }
  const queued = { source: null, fields: null, keptFields: [], queuedAt: clock.now(), readAt: null };
  await tx.documentReading.upsert({
    where: { checkId },
    create: { checkId, ...queued },
    update: { ...queued, status: "queued" },
  });
  const queueName = `documents ${checkId.charCodeAt(checkId.length - 1) % QUEUES}`;
  const behind = { queueName, priority: 10 };
  await enqueue(tx, READ_DOCUMENT, { checkId }, { ...behind, jobKey: `${READ_DOCUMENT}:${checkId}`, maxAttempts: 3 });
}

/** A process reads one document at a time, after more urgent jobs. Those that wait for it leave half of the slots to mails. */
const QUEUES = 4;

/** Keep that a queued document, of which this is known, has nothing to read. Its job then does nothing. */
export async function skipReading(tx: Pick<Tx, "documentReading">, checkId: string): Promise<void> {
  await tx.documentReading.updateMany({
    where: { checkId, status: "queued" },
    data: { status: "nothing", readAt: clock.now() },
  });
}

/**
 * What was read from a check's document. Null while it isn't read yet, and if reading it failed. `source` is null and so is each field
 * when the photos show no machine-readable zone and no barcode that we could read. Throws `SealBroken`.
 */
export async function findReading(tx: Pick<Tx, "documentReading" | "personKey">, check: CheckOfPerson) {
  const reading = await tx.documentReading.findUnique({ where: { checkId: check.id } });
  if (!reading?.readAt || reading.status === "failed") return null;
  const { source, fields, keptFields, readAt } = reading;
  if (!fields) return { source, fields: NOTHING, keptFields, readAt };
  const opened = open(fields, await personKey(tx, check.userId), contextOf(check)).toString();
  return { source, fields: Fields.decode(JSON.parse(opened)), keptFields, readAt };
}

/** A finished reading. `keptFields` are those that the person was asked about and left as they had entered them. */
export type Reading = NonNullable<Awaited<ReturnType<typeof findReading>>>;

/** The fields that are both entered and read. */
export const READING_FIELDS = [
  "legalName",
  "birthDate",
  "documentType",
  "documentCountry",
  "documentState",
  "documentNumber",
  "documentExpiry",
] as const;
export type ReadingField = (typeof READING_FIELDS)[number];

/** What a person entered, with the document's number opened. */
export type Entered = Pick<ReadFields, Exclude<ReadingField, "documentState">> & { documentState: string | null };

type Compared = {
  field: ReadingField;
  entered: string | Date | null;
  read: string | Date | null;
  /** Null if it wasn't read. */
  same: boolean | null;
};

/** What was read, in the fields of our forms, which ask for the state of US documents only. */
export const readOf = ({ state, ...fields }: ReadFields): Entered & { isNameCut: boolean } => ({
  ...fields,
  documentState: fields.documentCountry === "US" && state && isState(state) ? state : null,
});

/** Each field as it was entered and as it was read, and whether both say the same. The state only of what a US state issues. */
export function compareReading(entered: Entered, reading: Pick<Reading, "fields"> | null): Compared[] {
  const read = readOf(reading?.fields ?? NOTHING);
  return READING_FIELDS.filter((field) => field !== "documentState" || isOfState(entered)).map((field) => ({
    field,
    entered: entered[field],
    read: read[field],
    same: read[field] === null ? null : isSame(field, entered, read),
  }));
}

type EnteredCheck = CheckOfPerson & Omit<Entered, "documentNumber"> & { documentNumber: Uint8Array | null };

/**
 * What was read from a check's document and isn't what its person entered, to ask them about it. Not the kind of document, which decides
 * what photos there are: custodians see that. `mayTake`: what was read can replace the entry; not a name that was cut.
 */
export async function findDifferences(tx: Pick<Tx, "documentReading" | "personKey">, check: EnteredCheck) {
  const reading = await findReading(tx, check);
  if (!reading?.source) return { reading, differing: [] };
  const entered = { ...check, documentNumber: await openDocumentNumber(tx, check) };
  const differing = compareReading(entered, reading)
    .filter(({ field, same }) => same === false && field !== "documentType")
    .map((row) => ({ ...row, mayTake: row.field !== "legalName" || !reading.fields.isNameCut }));
  return { reading, differing };
}

function isSame(field: ReadingField, entered: Entered, read: ReturnType<typeof readOf>): boolean {
  if (field === "legalName") return isSameName(entered.legalName ?? "", read.legalName ?? "", read.isNameCut);
  if (field === "documentNumber") return lettersOf(entered[field] ?? "") === lettersOf(read[field] ?? "");
  return entered[field]?.valueOf() === read[field]?.valueOf();
}

const lettersOf = (text: string): string => text.toUpperCase().replace(/[^\p{L}\p{N}]/gu, "");

/**
 * Whether an entered name is the one in a machine-readable zone: in any order, without marks, or with marked letters written out as
 * the zone does (ICAO 9303-3, section 6). Of a name that was cut, each read part must begin an entered one.
 */
function isSameName(entered: string, read: string, isCut: boolean): boolean {
  const parts = partsOf(withoutMarks(read));
  return [withoutMarks(entered), writtenOut(entered)].some((name) => {
    const own = partsOf(name);
    if (own.toSorted().join(" ") === parts.toSorted().join(" ") || own.join("") === parts.join("")) return true;
    if (!isCut) return false;
    return parts.every((part) => {
      const at = own.findIndex((one) => one.startsWith(part));
      if (at >= 0) own.splice(at, 1);
      return at >= 0;
    });
  });
}

const partsOf = (name: string): string[] =>
  name
    .toUpperCase()
    .replace(/[’'`.]/g, "")
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);

const SAME_EVERYWHERE: Record<string, string> = {
  ß: "SS",
  Æ: "AE",
  Œ: "OE",
  Þ: "TH",
  Ł: "L",
  Đ: "D",
  Ð: "D",
  İ: "I",
  Ĳ: "IJ",
  Ŋ: "N",
  Ħ: "H",
  Ŧ: "T",
};
const WRITTEN_OUT: Record<string, string> = { ...SAME_EVERYWHERE, Ä: "AE", Ö: "OE", Ø: "OE", Ü: "UE", Å: "AA" };

const spelled = (name: string, letters: Record<string, string>): string =>
  [...name.normalize("NFC").replaceAll("ß", "ẞ").toUpperCase().replaceAll("ẞ", "SS")]
    .map((letter) => letters[letter] ?? letter)
    .join("")
    .normalize("NFD")
    .replace(/\p{M}/gu, "");

const withoutMarks = (name: string): string => spelled(name, { ...SAME_EVERYWHERE, Ø: "O" });
const writtenOut = (name: string): string => spelled(name, WRITTEN_OUT);
