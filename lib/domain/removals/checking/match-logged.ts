import { z } from "zod";
import type { Ctx, SystemActor } from "@/lib/domain/core/context";
import { record } from "@/lib/domain/core/ledger";
import { emit } from "@/lib/domain/events";
import { clock } from "@/lib/platform/clock";
import { db, inTransaction, Prisma, rowsIn } from "@/lib/platform/db";
import { defineTask, enqueue } from "@/lib/platform/jobs";
import { MAIL_CLOCKS } from "../deadline";
import { addAll, isLookedForLater } from "../deciding/match-later";
import type { FoundRecord } from "../matching/find-matches";
import { ofRecord } from "./confirmed";
import { REASONS } from "./schemas";

/** Queued by look_at_logged(), a trigger, for content whose file or URL a request knows. */
export const matchLoggedTask = defineTask(
  "match_logged",
  z.object({ depictionIds: z.array(z.string()) }),
  async ({ depictionIds }, { requestId }) => {
    const ctx: Ctx<SystemActor> = { actor: { kind: "system", name: "removals" }, requestId };
    for (const id of depictionIds) {
      await matchContent(ctx, id);
      await addAll(ctx, await requestsOf(id));
    }
  },
);

type Content = {
  id: string;
  partnerId: string;
  accountId: string;
  externalContentId: string | null;
  contentLogId: string;
  contentUrl: string;
  contentType: string;
  reasons: (typeof REASONS)[number][];
};

/**
 * Notes that a removal of this content was confirmed before, and tells its partner and custodians, once, not of which request. Does
 * nothing for content that is taken down, or that came before its removal was confirmed: what a custodian may still reject reaches no
 * partner. Additive to the contract: Content check.
 */
export async function matchContent(ctx: Ctx<SystemActor>, depictionId: string): Promise<void> {
  const found = await findConfirmed(depictionId);
  if (!found || found.reasons.length === 0) return;
  const { id, partnerId, reasons, ...content } = found;
  await inTransaction(async (tx) => {
    const now = clock.now();
    // It may have been taken down meanwhile.
    const isFirst = await tx.$executeRaw`
      INSERT INTO content_matches (depiction_id, partner_id, reasons, matched_at)
      SELECT id, partner_id, ${reasons}, ${now} FROM depictions WHERE id = ${id} AND removed_at IS NULL FOR KEY SHARE
      ON CONFLICT DO NOTHING`;
    if (!isFirst) return;
    const data = { depictionId: id, ...content, reasons, matchedAt: now.toISOString() };
    await emit(tx, { type: "content_log.removal_matched", partnerId, data });
    const subject = { kind: "depiction", id } as const;
    record(tx, { ctx, action: "depiction.removal_matched", subject, partnerId, detail: { reasons } });
    await enqueue(tx, MAIL_CLOCKS, {}, { jobKey: `${MAIL_CLOCKS}:matches` });
  });
}

async function findConfirmed(depictionId: string): Promise<Content | undefined> {
  const met = REASONS.map((reason) => Prisma.sql`(${reason}, ${ofRecord[reason]()})`);
  const [found] = await rowsIn<Content>(db)`
    SELECT d.id, d.partner_id, d.account_id, d.external_content_id, d.content_log_id, d.content_url, d.content_type,
      ARRAY(SELECT reason FROM (VALUES ${Prisma.join(met)}) AS of (reason, is_met) WHERE is_met) AS reasons
    FROM depictions d WHERE d.id = ${depictionId} AND d.removed_at IS NULL`;
  return found;
}

/** The requests that look for this content's file or URL. */
const requestsOf = (depictionId: string): Promise<FoundRecord[]> => rowsIn<FoundRecord>(db)`
  SELECT DISTINCT ON (t.request_id) t.request_id, d.id AS depiction_id, NULL AS production_id, NULL AS publication_id, d.partner_id,
    CASE WHEN t.url IS NOT NULL THEN 'url' WHEN t.named THEN 'sha256' ELSE 'copy' END AS found_by, 'open' AS status
  FROM depictions d CROSS JOIN LATERAL (
      SELECT * FROM removal_targets WHERE sha256 = ANY (ARRAY[d.file_hash, d.kept_sha256])
      UNION ALL SELECT * FROM removal_targets WHERE url_hash = match_url_hash(d.content_url)) AS t
    JOIN removal_requests r ON r.id = t.request_id
  WHERE d.id = ${depictionId} AND d.removed_at IS NULL AND ${isLookedForLater()} AND NOT EXISTS (
    SELECT FROM removal_items i WHERE i.request_id = t.request_id AND i.depiction_id = d.id AND i.status NOT IN ('suggested', 'dismissed'))
  ORDER BY t.request_id, t.url IS NULL, NOT t.named`;
