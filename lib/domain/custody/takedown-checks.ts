import { clock } from "@/lib/platform/clock";
import type { Tx } from "@/lib/platform/db";
import { DAY_MS } from "@/lib/platform/duration";
import { newId } from "@/lib/platform/ids";

// When the service looks whether the URL of a takedown still answers, and what it found. Only the claimant reads it.

/** How often a URL is looked at before the deadline, at the end of equal parts. */
const CHECKS = 4;
/** For how long it is looked at daily, once the deadline has passed. */
const LATE_MS = 7 * DAY_MS;
/** The same, once the partner said that it came down and it still answers. */
const CLOSED_MS = 3 * DAY_MS;

type Clock = { openedAt: Date; deadlineAt: Date; closedAt: Date | null };

/** When to look next whether the URL of a takedown still answers; null for never. `isGone`: it was at the last look. */
export function nextCheck(
  { openedAt, deadlineAt, closedAt }: Clock,
  { now, isGone }: { now: Date; isGone: boolean },
): Date | null {
  const tomorrow = new Date(now.getTime() + DAY_MS);
  if (closedAt) return isGone || now.getTime() >= closedAt.getTime() + CLOSED_MS ? null : tomorrow;
  const part = (deadlineAt.getTime() - openedAt.getTime()) / CHECKS;
  for (let n = 1; n <= CHECKS; n++) {
    const at = new Date(openedAt.getTime() + n * part);
    if (at > now) return at;
  }
  return now.getTime() >= deadlineAt.getTime() + LATE_MS ? null : tomorrow;
}

type Taking = { until: Date; most: number; ofPartner: number };

/**
 * Takes the takedowns whose URL is due to be looked at, the longest due first and only so many of each partner, so that none delays
 * others. Others get them again after `until`, if this process ends.
 */
export async function takeChecks(tx: Tx, { until, most, ofPartner }: Taking): Promise<string[]> {
  const now = clock.now();
  const taken = await tx.$queryRaw<{ id: string }[]>`
    WITH due AS (
      SELECT id, check_at, row_number() OVER (PARTITION BY partner_id ORDER BY check_at, id) AS place
      FROM takedowns WHERE check_at <= ${now}),
    next AS MATERIALIZED (SELECT id FROM due WHERE place <= ${ofPartner} ORDER BY check_at, id LIMIT ${most})
    UPDATE takedowns SET check_at = ${until} WHERE id = ANY (ARRAY(
      SELECT t.id FROM next JOIN takedowns t USING (id) WHERE t.check_at <= ${now} FOR NO KEY UPDATE OF t SKIP LOCKED))
    RETURNING id`;
  return taken.map(({ id }) => id);
}

type Look = {
  takedownId: string;
  /** When the request was sent. */
  lookedAt: Date;
  status: number;
  elsewhere: boolean;
  isGone: boolean;
};

/** Keeps what a takedown's URL answered, for its claimant, and when to look next: again at once, if it was closed meanwhile. */
export async function keepCheck(tx: Tx, { takedownId: id, lookedAt, status, elsewhere, isGone }: Look): Promise<void> {
  await tx.$queryRaw`SELECT 1 AS locked FROM takedowns WHERE id = ${id} FOR NO KEY UPDATE`;
  const takedown = await tx.takedown.findUniqueOrThrow({ where: { id } });
  await tx.takedownCheck.create({ data: { id: newId(), takedownId: id, checkedAt: lookedAt, status, elsewhere } });
  const { closedAt, outcome } = takedown;
  if (outcome === "no_longer_asked") return planCheck(tx, id, null);
  const isBefore = closedAt !== null && closedAt > lookedAt;
  await planCheck(tx, id, isBefore ? closedAt : nextCheck(takedown, { now: lookedAt, isGone }));
}

/** Plans the next look at a takedown's URL; null for none. */
export async function planCheck(tx: Tx, takedownId: string, checkAt: Date | null): Promise<void> {
  await tx.takedown.update({ where: { id: takedownId }, data: { checkAt } });
}
