import { z } from "zod";

/** A hash as a source lists it: exactly one of the two, in hexadecimal. `withdrawn`: it does so no longer. */
export type Listing = { externalId: string; pdq: string | null; sha256: string | null; withdrawn: boolean };

/** What a line or a record says: a listing, a kind of hash that we can't match, or what is wrong with it, in words without the hash. */
export type Reading = { listing: Listing } | { unsupported: true } | { problem: string };

const PDQ = new Set(["imagepdq", "hash_pdq", "pdq"]);
const SHA256 = new Set(["hash_sha256", "sha256"]);
/** StopNCII's words for a case that was taken back, and ThreatExchange's for what its owner calls harmless. */
const WITHDRAWN = new Set(["withdrawn", "deleted", "non_malicious"]);

type Told = {
  kind: string;
  value: string;
  status?: string | undefined;
  /** Without one, a hash is known by itself. */
  externalId?: string | undefined;
  withdrawn?: boolean;
};

/** Reads a hash by the name that StopNCII, ThreatExchange or its program for files has for its kind. */
export function listingOf({ kind, value, status = "", externalId, withdrawn = false }: Told): Reading {
  const [named, hex] = [kind.trim().toLowerCase(), value.trim().toLowerCase()];
  if (named === "") return { problem: "The kind of hash is missing." };
  const isPdq = PDQ.has(named);
  if (!isPdq && !SHA256.has(named)) return { unsupported: true };
  if (!/^[0-9a-f]{64}$/.test(hex)) return { problem: "The hash doesn’t have 64 hexadecimal digits." };
  return {
    listing: {
      externalId: externalId ?? `${isPdq ? "pdq" : "sha256"} ${hex}`,
      pdq: isPdq ? hex : null,
      sha256: isPdq ? null : hex,
      withdrawn: withdrawn || WITHDRAWN.has(status.trim().toLowerCase()),
    },
  };
}

const ENTRIES_MOST = 1_000;

/** Refuses long lists before zod reads them: it takes seconds to name all that is wrong in one. */
const short = <S extends z.ZodType>(list: S) =>
  z
    .unknown()
    .refine(
      (value) => typeof value !== "object" || Object.keys(value ?? {}).length <= ENTRIES_MOST,
      "The record has more than 1,000 cases or descriptors.",
    )
    .pipe(list);

// Statuses and fields that we don't know are passed over: services add some.
const StopNciiRecord = z.object({
  signalType: z.string(),
  hashValue: z.string(),
  hashStatus: z.string().optional(),
  caseNumbers: short(z.union([z.record(z.string(), z.string()), z.array(z.unknown())]).nullish()).optional(),
});

const ThreatUpdate = z.object({
  id: z.union([z.string().regex(/^[\x21-\x7e]{1,60}$/), z.number().transform(String)]),
  indicator: z.string().optional(),
  type: z.string().optional(),
  last_updated: z.coerce.number().optional(),
  should_delete: z.boolean().optional(),
  descriptors: z
    .object({
      data: short(
        z.array(z.object({ status: z.string().optional(), owner: z.object({ id: z.coerce.string() }).optional() })),
      ),
    })
    .optional(),
});

const unreadable = ({ issues }: z.ZodError): Reading => ({
  problem:
    issues.find(({ code }) => code === "custom")?.message ?? "This is not a record of StopNCII or ThreatExchange.",
});

/** Reads a hash record of StopNCII. `isOwn`: whether we submitted a hash, which its own cases may not list. */
export function stopNciiListing(record: unknown, isOwn: (pdq: string) => boolean = () => false): Reading {
  const read = StopNciiRecord.safeParse(record);
  if (!read.success) return unreadable(read.error);
  const { signalType: kind, hashValue: value, hashStatus: status, caseNumbers } = read.data;
  const reading = listingOf({ kind, value, status });
  if (!("listing" in reading) || !reading.listing.pdq || !isOwn(reading.listing.pdq)) return reading;
  const hasCase = caseNumbers && Object.keys(caseNumbers).length > 0;
  return hasCase ? reading : { listing: { ...reading.listing, withdrawn: true } };
}

/**
 * Reads an update of ThreatExchange. It is withdrawn if it was deleted, nobody describes it any more, or those who do call it harmless.
 * Our own descriptions don't count.
 */
export function threatListing(update: unknown, ownAppId: string | null = null): Reading & { updatedAt?: number } {
  const read = ThreatUpdate.safeParse(update);
  if (!read.success) return unreadable(read.error);
  const { id, indicator, type, should_delete: isDeleted = false, descriptors, last_updated: updatedAt } = read.data;
  const others = descriptors?.data.filter(({ owner }) => ownAppId === null || owner?.id !== ownAppId) ?? [];
  const isHarmless = others.every(({ status }) => status === "NON_MALICIOUS");
  const told = { kind: type ?? "", value: indicator ?? "", externalId: `indicator ${id}` };
  const reading = listingOf({ ...told, withdrawn: isDeleted || isHarmless });
  return { ...reading, ...(updatedAt !== undefined && { updatedAt }) };
}

/** Reads a record of either service. */
export const recordListing = (record: unknown): Reading =>
  typeof record === "object" && record !== null && "indicator" in record
    ? threatListing(record)
    : stopNciiListing(record);
