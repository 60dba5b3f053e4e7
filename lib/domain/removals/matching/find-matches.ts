import { clock } from "@/lib/platform/clock";
import { hexOf } from "@/lib/platform/crypto";
import { Prisma, rowsIn, type Tx } from "@/lib/platform/db";
import { DAY_MS } from "@/lib/platform/duration";
import { isId, newId } from "@/lib/platform/ids";
import type { RemovalFoundBy } from "@/prisma/generated/client";

/** How long a request looks for what it names. */
export const LOOKED_FOR_MS = 365 * DAY_MS;

type Targets = {
  urls?: readonly string[];
  sha256s?: readonly Uint8Array[];
  /** By the claimant. False for the hashes of a confirmed copy. */
  named: boolean;
  addedAt?: Date;
};

/** Adds what a request looks for, now and for a year. Returns how many are new. Contract: Removal requests. */
export async function addTargets(
  tx: Tx,
  requestId: string,
  { urls = [], sha256s = [], named, addedAt = clock.now() }: Targets,
): Promise<number> {
  const rows = [...urls.map((url) => ({ url })), ...sha256s.map((hash) => ({ sha256: hexOf(hash) }))];
  if (rows.length === 0) return 0;
  const given = rows.map((row) => ({ id: newId(), ...row }));
  return tx.$executeRaw`
    INSERT INTO removal_targets (id, request_id, url, url_hash, sha256, named, added_at)
    SELECT id, ${requestId}, url, match_url_hash(url), decode(sha256, 'hex'), ${named}, ${addedAt}
    FROM json_to_recordset(${JSON.stringify(given)}::json) AS given(id text, url text, sha256 text)
    ON CONFLICT DO NOTHING`;
}

/** Keeps at which of the claimant's targets these items were found, or all of a request, also after their records are erased. */
export async function linkTargets(
  tx: Tx,
  { requestId, itemIds = null }: { requestId: string; itemIds?: readonly string[] | null },
): Promise<void> {
  await tx.$executeRaw`
    WITH items AS MATERIALIZED (
      SELECT id, depiction_id, production_id, publication_id FROM removal_items
      WHERE request_id = ${requestId} AND (${itemIds}::text[] IS NULL OR id = ANY (${itemIds}::text[]))),
    keys AS (
      SELECT i.id, unnest(ARRAY[match_url_hash(d.content_url), d.file_hash, d.kept_sha256]) AS key
      FROM items i JOIN depictions d ON d.id = i.depiction_id
      UNION ALL SELECT i.id, unnest(ARRAY[match_url_hash(p.content_url), p.depiction_sha256])
      FROM items i JOIN scene_publications p ON p.id = i.publication_id
      UNION ALL SELECT i.id, unnest(ARRAY[match_url_hash(c.url), c.sha256])
      FROM items i JOIN production_depictions c ON c.production_id = i.production_id)
    INSERT INTO removal_item_targets (item_id, target_id)
    SELECT DISTINCT k.id, t.id FROM keys k JOIN removal_targets t ON t.request_id = ${requestId} AND t.named
      AND coalesce(t.url_hash, t.sha256) = k.key
    ON CONFLICT DO NOTHING`;
}

/** A record, by exactly one of the three ids, and its partner; null for a production. */
export type MatchedRecord = {
  depictionId: string | null;
  productionId: string | null;
  publicationId: string | null;
  partnerId: string | null;
};

/** Whether a request is about its item `i`. */
export const IS_MEANT = Prisma.sql`i.status IN ('open', 'confirmed', 'already_removed')`;

/** A record that a request may be about. `open`: it is. `suggested`: shown to custodians, who attach it to the request. */
export type Match = MatchedRecord & { foundBy: RemovalFoundBy; status: "open" | "suggested" } & Partial<Resemblance>;

/** What a similar record resembles most: a record of the request, or something that the claimant named. */
export type Resemblance = {
  nearDepictionId: string | null;
  nearTargetId: string | null;
  /** In how many of 256 bits their hashes differ. */
  distance: number;
  /** The lower one of both pictures, from 50 to 100. */
  quality: number;
  /** How many of the record's frames are like one of theirs, of how many; 1 of 1 for a picture. */
  frames: number;
  /** How one of the pictures is held: 0 upright, 1 to 7 turned or mirrored, in the order of the hashes. */
  turn: number;
  framesOf: number;
  /** How many of theirs are like one of the record's, of how many. */
  nearFrames: number;
  nearFramesOf: number;
};

export type FoundRecord = Match & { requestId: string };

/** How many records one target finds at once. Those beyond are found a few minutes later. */
const EACH_MOST = 200;

type Search = {
  /** A query of `request_id`, `url`, `url_hash`, `sha256`, `named`. */
  targets: Prisma.Sql;
  /** Whether records count that their partner has removed. */
  withRemoved: boolean;
};

const isNew = (same: Prisma.Sql): Prisma.Sql => Prisma.sql`NOT EXISTS (
  SELECT FROM removal_items i WHERE i.request_id = t.request_id AND i.status NOT IN ('suggested', 'dismissed') AND ${same})`;

/**
 * The records of each request that are published at one of its URLs or made from one of its files, on every platform. Leaves
 * out its items, but not suggestions and those that were dismissed. Each target is looked up by database indexes.
 */
export function findByTargets(tx: Pick<Tx, "$queryRaw">, { targets, withRemoved }: Search): Promise<FoundRecord[]> {
  const inUse = (removedAt: Prisma.Sql) => (withRemoved ? Prisma.empty : Prisma.sql`AND ${removedAt} IS NULL`);
  const depiction = (from: Prisma.Sql, met: Prisma.Sql) => Prisma.sql`
    SELECT d.id AS depiction_id, NULL AS production_id, NULL AS publication_id, d.partner_id ${from}
    WHERE ${met} ${inUse(Prisma.sql`d.removed_at`)}
      AND ${isNew(Prisma.sql`i.depiction_id = d.id`)}
    LIMIT ${EACH_MOST}`;
  const searched = Prisma.sql`FROM search_records r JOIN depictions d ON d.id = r.id`;
  const publication = (met: Prisma.Sql) => Prisma.sql`
    SELECT NULL, NULL, p.id, p.partner_id FROM scene_publications p
    WHERE ${met} ${inUse(Prisma.sql`p.removed_at`)}
      AND ${isNew(Prisma.sql`i.publication_id = p.id`)}
    LIMIT ${EACH_MOST}`;
  const production = (met: Prisma.Sql) => Prisma.sql`
    SELECT NULL, c.production_id, NULL, NULL FROM production_depictions c
    WHERE ${met} AND ${isNew(Prisma.sql`i.production_id = c.production_id`)}
    LIMIT ${EACH_MOST}`;
  return rowsIn<FoundRecord>(tx)`
    WITH targets AS MATERIALIZED (${targets}),
    found AS (
      SELECT t.request_id, 'url' AS found_by, f.* FROM targets t CROSS JOIN LATERAL (
        (${depiction(searched, Prisma.sql`r.kind = 'depiction' AND r.url_hash = t.url_hash`)})
        UNION ALL (${publication(Prisma.sql`match_url(p.content_url) = match_url(t.url)`)})
        UNION ALL (${production(Prisma.sql`match_url(c.url) = match_url(t.url)`)})) AS f
      WHERE t.url IS NOT NULL
      UNION ALL
      SELECT t.request_id, CASE WHEN t.named THEN 'sha256' ELSE 'copy' END, f.* FROM targets t CROSS JOIN LATERAL (
        (${depiction(searched, Prisma.sql`r.kind = 'depiction' AND r.file_hash = t.sha256`)})
        UNION ALL (${depiction(Prisma.sql`FROM depictions d`, Prisma.sql`d.kept_sha256 = t.sha256`)})
        UNION ALL (${publication(Prisma.sql`p.depiction_sha256 = t.sha256`)})
        UNION ALL (${production(Prisma.sql`c.sha256 = t.sha256`)})) AS f
      WHERE t.sha256 IS NOT NULL)
    SELECT DISTINCT ON (request_id, depiction_id, production_id, publication_id) request_id,
      depiction_id, production_id, publication_id, partner_id,
      found_by, 'open' AS status
    FROM found ORDER BY request_id, depiction_id, production_id, publication_id,
      array_position(ARRAY['url', 'sha256', 'copy'], found_by)`;
}

/** The targets of one request. */
export const targetsOf = (requestId: string): Prisma.Sql =>
  Prisma.sql`SELECT request_id, url, url_hash, sha256, named FROM removal_targets WHERE request_id = ${requestId}`;

/** Hashes in hexadecimal as targets. */
export const asTargets = (requestId: string, hashes: readonly string[]): Prisma.Sql => Prisma.sql`
  SELECT ${requestId}::text AS request_id, NULL::text AS url, NULL::bytea AS url_hash, decode(hash, 'hex') AS sha256, false AS named
  FROM unnest(${[...hashes]}::text[]) AS hash`;

/** How many records of each kind are shown for an address, a name or a description. */
const SHOWN = 50;
const PEOPLE_MOST = 10;

type Lookup = Pick<Tx, "$queryRaw">;

/** How many productions are closed in one transaction. Those beyond are closed a few minutes later. */
export const PRODUCTIONS_AT_ONCE = 100;

/**
 * The productions that had the claimant's address among their performers when each of these requests was filed, and aren't its items
 * yet. For a request about a record that was chosen in an account, they are suggestions. `requests` is a query of ids.
 */
export const productionsOf = (tx: Lookup, requests: Prisma.Sql): Promise<FoundRecord[]> => rowsIn<FoundRecord>(tx)`
  SELECT DISTINCT r.id AS request_id, NULL AS depiction_id, m.production_id, NULL AS publication_id,
    NULL AS partner_id, 'email' AS found_by,
    CASE WHEN r.user_id IS NULL THEN 'open' ELSE 'suggested' END AS status
  FROM removal_requests r JOIN production_performers m ON m.email = r.email AND m.added_at <= r.requested_at
  WHERE r.id IN (${requests}) AND NOT EXISTS (
    SELECT FROM removal_items i WHERE i.request_id = r.id AND i.production_id = m.production_id AND i.status <> 'suggested')
  ORDER BY 1, 3 LIMIT ${PRODUCTIONS_AT_ONCE}`;

/** What the index knows of a person with this address: depictions, and publications of scenes, the newest. */
export const recordsOfAddress = (tx: Lookup, email: string): Promise<MatchedRecord[]> =>
  recordsOf(tx, Prisma.sql`SELECT id, email FROM users WHERE email = ${email} UNION ALL SELECT NULL, ${email}`);

/** What the index knows of people with exactly one of these names: depictions, publications and productions. */
export async function recordsOfNames(tx: Lookup, names: readonly string[]): Promise<MatchedRecord[]> {
  if (names.length === 0) return [];
  const wanted = Prisma.sql`ANY (ARRAY(SELECT search_fold(name) FROM unnest(${[...names]}::text[]) AS name))`;
  const people = Prisma.sql`
    SELECT id, email FROM users WHERE id IN (
      SELECT user_id FROM identities WHERE search_fold(legal_name) = ${wanted}
      UNION SELECT user_id FROM person_aliases WHERE search_fold(name) = ${wanted}) LIMIT ${PEOPLE_MOST}`;
  const productions = await rowsIn<MatchedRecord>(tx)`
    SELECT DISTINCT NULL AS depiction_id, m.production_id, NULL AS publication_id, NULL AS partner_id
    FROM (${people}) AS person JOIN production_performers m ON m.email = person.email ORDER BY 2 LIMIT ${SHOWN}`;
  return [...(await recordsOf(tx, people)), ...productions];
}

/** `people` is a query of `id` and `email`. A performer is named by address before they open their mail. */
const recordsOf = (tx: Lookup, people: Prisma.Sql): Promise<MatchedRecord[]> =>
  rowsIn<MatchedRecord>(tx)`
  WITH person AS MATERIALIZED (${people})
  (SELECT d.id AS depiction_id, NULL AS production_id, NULL AS publication_id, d.partner_id
   FROM person JOIN index_entries e ON e.user_id = person.id JOIN depictions d ON d.id = e.depiction_id
   WHERE d.removed_at IS NULL ORDER BY d.id DESC LIMIT ${SHOWN})
  UNION ALL
  (SELECT NULL, NULL, p.id, p.partner_id FROM (
     SELECT e.scene_id FROM person JOIN scene_index_entries e ON e.user_id = person.id
     UNION SELECT s.scene_id FROM person JOIN scene_performers s ON s.email = person.email) AS scene
   JOIN scene_publications p ON p.scene_id = scene.scene_id
   WHERE p.removed_at IS NULL ORDER BY p.id DESC LIMIT ${SHOWN})`;

const WORDS_MOST = 200;

/** The records that a description names by one of our ids, or by the platform's own content id. */
export async function recordsNamedIn(tx: Lookup, description: string): Promise<MatchedRecord[]> {
  const words = idsIn(description);
  if (words.length === 0) return [];
  const ids = words.map((word) => word.toLowerCase()).filter(isId);
  return rowsIn<MatchedRecord>(tx)`
    (SELECT d.id AS depiction_id, NULL AS production_id, NULL AS publication_id, d.partner_id
     FROM search_records r JOIN depictions d ON d.id = r.id
     WHERE r.kind = 'depiction' AND r.external_id = ANY (${words}::text[]) AND d.removed_at IS NULL LIMIT ${SHOWN})
    UNION (SELECT id, NULL, NULL, partner_id FROM depictions WHERE id = ANY (${ids}::text[]) AND removed_at IS NULL)
    UNION (SELECT NULL, id, NULL, NULL FROM productions WHERE id = ANY (${ids}::text[]))
    UNION (SELECT NULL, NULL, id, partner_id FROM scene_publications WHERE id = ANY (${ids}::text[]) AND removed_at IS NULL)`;
}

/** The words that may be ids: with a digit, and four characters or more. */
const idsIn = (description: string): string[] =>
  [...new Set(description.split(/[\s,;"'“”‘’()<>[\]]+/).map((word) => word.replace(/^[.:!?#]+|[.:!?]+$/g, "")))]
    .filter((word) => word.length >= 4 && word.length <= 512 && /\d/.test(word))
    .slice(0, WORDS_MOST);

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
