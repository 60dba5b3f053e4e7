import { z } from "zod";
import type { Ctx, SystemActor } from "@/lib/domain/core/context";
import { SUGGEST_SIMILAR } from "@/lib/domain/records/copy-fingerprints";
import { clock } from "@/lib/platform/clock";
import { db, inTransaction, Prisma, rowsIn, type Tx } from "@/lib/platform/db";
import { defineTask } from "@/lib/platform/jobs";
import { addItems } from "../deciding/add-items";
import { LOOKED_FOR_MS } from "../matching/find-matches";

/** Of 64 bits. In tests, other sizes, formats and qualities of an image differ in at most 6, and other images in more than 8. */
const DIFFERENT_BITS_MOST = 8;
/** How many a custodian is shown for each request, the most similar first. */
const SHOWN = 50;

/**
 * Suggests to requests about these images the ones that resemble them, and these images to requests about ones that they resemble.
 * For a year after a request. Custodians decide; a suggestion has no effect, and none is made twice. Contract: Removal requests.
 */
export const suggestSimilarTask = defineTask(
  SUGGEST_SIMILAR,
  z.object({ depictionIds: z.array(z.string()) }),
  async ({ depictionIds }, { requestId }) => {
    const ctx: Ctx<SystemActor> = { actor: { kind: "system", name: "removals" }, requestId };
    const found = await findSimilar(db, depictionIds);
    for (const [id, similar] of Map.groupBy(found, (one) => one.requestId)) {
      const none = { productionId: null, publicationId: null };
      const matches = similar.map(({ depictionId, partnerId }) => ({
        ...none,
        depictionId,
        partnerId,
        foundBy: "similar" as const,
        status: "suggested" as const,
      }));
      await inTransaction((tx) => addItems(tx, ctx, { requestId: id, matches }));
    }
  },
);

type Similar = { requestId: string; depictionId: string; partnerId: string };
type Lookup = Pick<Tx, "$queryRaw">;

async function findSimilar(tx: Lookup, depictionIds: readonly string[]): Promise<Similar[]> {
  const these = Prisma.sql`ANY (${[...depictionIds]}::text[])`;
  const asItems = await itemsOf(tx, Prisma.sql`i.depiction_id = ${these}`);
  const toOthers = await nearest(tx, asItems, Prisma.empty);
  const others = await itemsOf(
    tx,
    Prisma.sql`EXISTS (
    SELECT FROM copy_fingerprints mine WHERE mine.depiction_id = ${these} AND ${isNear(Prisma.sql`mine.hash`)})`,
  );
  return [...toOthers, ...(await nearest(tx, others, Prisma.sql`AND f.depiction_id = ${these}`))];
}

const bits = (hash: Prisma.Sql): Prisma.Sql => Prisma.sql`bit_count((f.hash # ${hash})::bit(64))`;
const isNear = (hash: Prisma.Sql): Prisma.Sql => Prisma.sql`${bits(hash)} <= ${DIFFERENT_BITS_MOST}`;

type Wanted = { requestId: string; hash: string };

/** The fingerprints of what requests are about, unless it was rejected. */
const itemsOf = (tx: Lookup, met: Prisma.Sql): Promise<Wanted[]> => rowsIn<Wanted>(tx)`
  SELECT DISTINCT r.id AS request_id, f.hash::text AS hash
  FROM removal_items i JOIN removal_requests r ON r.id = i.request_id JOIN copy_fingerprints f ON f.depiction_id = i.depiction_id
  WHERE i.status IN ('open', 'confirmed', 'already_removed') AND r.status <> 'withdrawn' AND f.hash IS NOT NULL
    AND r.requested_at > ${new Date(clock.now().getTime() - LOOKED_FOR_MS)} AND ${met}`;

/**
 * The images that resemble what requests are about, and aren't in them yet. Reads every fingerprint: no database index finds
 * neighbors, and a million take a fraction of a second.
 */
export async function nearest(tx: Lookup, wanted: readonly Wanted[], among: Prisma.Sql): Promise<Similar[]> {
  if (wanted.length === 0) return [];
  return rowsIn<Similar>(tx)`
    WITH wanted AS MATERIALIZED (
      SELECT "requestId" AS request_id, hash FROM json_to_recordset(${JSON.stringify(wanted)}::json) AS w("requestId" text, hash bigint)),
    near AS MATERIALIZED (
      SELECT w.request_id, f.depiction_id, min(${bits(Prisma.sql`w.hash`)}) AS distance
      FROM copy_fingerprints f JOIN wanted w ON ${isNear(Prisma.sql`w.hash`)} WHERE f.hash IS NOT NULL ${among}
      GROUP BY w.request_id, f.depiction_id),
    ranked AS (
      SELECT n.*, d.partner_id, row_number() OVER (PARTITION BY n.request_id ORDER BY n.distance, n.depiction_id DESC) AS place
      FROM near n JOIN depictions d ON d.id = n.depiction_id
      WHERE d.removed_at IS NULL AND NOT EXISTS (
        SELECT FROM removal_items i WHERE i.request_id = n.request_id AND i.depiction_id = n.depiction_id))
    SELECT request_id, depiction_id, partner_id FROM ranked WHERE place <= ${SHOWN}`;
}
