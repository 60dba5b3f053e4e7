import { Prisma, type Tx } from "@/lib/platform/db";
import { asTargets, findByTargets, type Match, type MatchedRecord, targetsOf } from "./by-targets";
import { productionsOf, recordsNamedIn, recordsOfAddress, recordsOfNames } from "./of-claimant";

/**
 * The records that a request names, without its items. Reads the request's targets and address from the database, in a bounded
 * number of indexed lookups. Contract: Removal requests.
 */
export async function findMatches(tx: Tx, requestId: string): Promise<Match[]> {
  const named = await findByTargets(tx, { targets: targetsOf(requestId), withRemoved: true });
  const hashes = await hashesOf(tx, { requestId, records: named });
  const copies = await findByTargets(tx, { targets: asTargets(requestId, hashes), withRemoved: false });
  return distinct([...named, ...copies, ...(await productionsOf(tx, Prisma.sql`${requestId}`))]);
}

type Claim = {
  /** The claimant's address. */
  email: string;
  /** Legal names and stage names of the person shown. */
  names: readonly string[];
  /** The claimant's own words. */
  description: string;
};

/** The records that may be meant, by the claimant's address, their words and names. Only custodians see them. */
export async function findSuggestions(tx: Tx, { email, names, description }: Claim): Promise<Match[]> {
  return distinct([
    ...suggested(await recordsOfAddress(tx, email), "email"),
    ...suggested(await recordsNamedIn(tx, description), "external_id"),
    ...suggested(await recordsOfNames(tx, names), "name"),
  ]);
}

/** The first reason of each record counts. */
const distinct = (found: readonly Match[]): Match[] =>
  [...new Map(found.toReversed().map((match) => [keyOf(match), match])).values()].toReversed();

const suggested = (records: readonly MatchedRecord[], foundBy: Match["foundBy"]): Match[] =>
  records.map((record) => ({ ...record, foundBy, status: "suggested" }));

const keyOf = ({ depictionId, productionId, publicationId }: MatchedRecord) =>
  depictionId ?? productionId ?? publicationId;

/** In hexadecimal, the hashes of the files that records were made from. Of a production, only of what a target names. */
async function hashesOf(
  tx: Tx,
  { requestId, records }: { requestId: string; records: readonly MatchedRecord[] },
): Promise<string[]> {
  const depictions = records.flatMap(({ depictionId }) => depictionId ?? []);
  const publications = records.flatMap(({ publicationId }) => publicationId ?? []);
  const rows = await tx.$queryRaw<{ hash: string }[]>`
    SELECT DISTINCT encode(hash, 'hex') AS hash FROM (
      ${fileHashes(depictions, publications)} UNION ALL ${namedHashes(requestId)}) AS file WHERE hash IS NOT NULL`;
  return rows.map(({ hash }) => hash);
}

const fileHashes = (depictions: readonly string[], publications: readonly string[]): Prisma.Sql => Prisma.sql`
  SELECT unnest(ARRAY[file_hash, kept_sha256]) AS hash FROM depictions WHERE id = ANY (${[...depictions]}::text[])
  UNION ALL SELECT unnest(ARRAY[file_hash, kept_sha256]) FROM erased_depictions WHERE depiction_id = ANY (${[...depictions]}::text[])
  UNION ALL SELECT depiction_sha256 FROM scene_publications WHERE id = ANY (${[...publications]}::text[])`;

/** Of what a production lists at a URL of the request. */
const namedHashes = (requestId: string): Prisma.Sql => Prisma.sql`
  SELECT c.sha256 AS hash FROM removal_targets t JOIN production_depictions c ON match_url(c.url) = match_url(t.url)
  WHERE t.request_id = ${requestId} AND t.url IS NOT NULL`;

type OfItem = Pick<MatchedRecord, "depictionId" | "productionId" | "publicationId"> & { requestId: string };

/** The hashes of the file that an item's record was made from. Of a production, only of what its request names. */
export async function hashesOfRecord(
  tx: Tx,
  { requestId, depictionId, productionId, publicationId }: OfItem,
): Promise<Buffer[]> {
  const files = productionId
    ? Prisma.sql`${namedHashes(requestId)} AND c.production_id = ${productionId}`
    : fileHashes(depictionId ? [depictionId] : [], publicationId ? [publicationId] : []);
  const rows = await tx.$queryRaw<{ hash: Buffer }[]>`
    SELECT DISTINCT hash FROM (${files}) AS file WHERE hash IS NOT NULL`;
  return rows.map(({ hash }) => Buffer.from(hash));
}
