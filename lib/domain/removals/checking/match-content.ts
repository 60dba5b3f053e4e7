import type { Ctx, SystemActor } from "@/lib/domain/core/context";
import { record } from "@/lib/domain/core/ledger";
import { emit } from "@/lib/domain/events";
import { clock } from "@/lib/platform/clock";
import { db, inTransaction, Prisma, rowsIn } from "@/lib/platform/db";
import { mailMatchesWhenDue } from "../deadline";
import { ofRecord } from "./confirmed";
import { REASONS } from "./schemas";

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
    await mailMatchesWhenDue(tx);
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
