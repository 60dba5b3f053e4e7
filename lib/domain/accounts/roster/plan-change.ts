import type { Ctx, PortalUserActor } from "@/lib/domain/core/context";
import { Prisma, rows } from "@/lib/platform/db";
import { Conflict } from "@/lib/platform/errors";
import { isId } from "@/lib/platform/ids";
import { rosterList } from "./list-roster";
import type { ChangeKind, Selection } from "./schemas";

/**
 * What a bulk change would do now, in numbers. It uses only what the partner may know: statuses, reasons, its own
 * deactivations, and who pays where the API says so.
 */
export type ChangePlan = {
  total: number;
  /** Creators it would change. */
  changes: number;
  /** Of these: active now. For a reactivation: verified, so active immediately. */
  active: number;
  /** Of these: removed from the next platform invoice, or added to it. */
  invoiced: number;
  /** Already in that state. */
  already: number;
  /** Refused: they pay for their own subscription. */
  creatorPays: number;
  /** Refused: suspended for another reason, which a reactivation doesn't clear. */
  otherwise: number;
  /** Refused: never deactivated, and not active. */
  neverSuspended: number;
};

// In the order the verbs decide: the partner's deactivation, then who pays, then the status.
const OUTCOMES: Record<ChangeKind, string> = {
  deactivate: `CASE WHEN held THEN 'already' WHEN funded_by = 'creator' THEN 'creatorPays' ELSE 'changes' END`,
  reactivate: `CASE
    WHEN held AND (suspend_reason <> 'partner_deactivated' OR unpaid) THEN 'otherwise'
    WHEN held THEN 'changes'
    WHEN funded_by = 'creator' THEN 'creatorPays'
    WHEN status = 'active' OR status = 'subscribed_pending_id' AND reinstated_at IS NOT NULL THEN 'already'
    WHEN status = 'suspended' THEN 'otherwise'
    ELSE 'neverSuspended' END`,
};

const EMPTY_PLAN: ChangePlan = {
  total: 0,
  changes: 0,
  active: 0,
  invoiced: 0,
  already: 0,
  creatorPays: 0,
  otherwise: 0,
  neverSuspended: 0,
};

/** Counts what a deactivation or reactivation of these creators would do. Throws `Conflict` `too_many`. */
export async function planChange(
  ctx: Ctx<PortalUserActor>,
  { kind, selection }: { kind: ChangeKind; selection: Selection },
): Promise<ChangePlan> {
  const ids = await selectedIds(ctx, selection);
  const found = await rows<{ outcome: keyof ChangePlan; count: number; active: number; invoiced: number }>(
    Prisma.sql`SELECT outcome, count(*)::int AS count,
       count(*) FILTER (WHERE was_active)::int AS active,
       count(*) FILTER (WHERE was_active AND funded_by = 'platform')::int AS invoiced
     FROM (
       SELECT ${Prisma.raw(OUTCOMES[kind])} AS outcome, funded_by,
         ${Prisma.raw(kind === "deactivate" ? "status = 'active'" : "verified_at IS NOT NULL")} AS was_active
       FROM (
         SELECT a.*, p.platform_fee_lapsed_at IS NOT NULL AND a.funded_by = 'platform' AS unpaid,
           EXISTS (SELECT FROM account_holds h WHERE h.account_id = a.id AND h.kind = 'partner' AND h.lifted_at IS NULL) AS held
         FROM solo_accounts a JOIN partners p ON p.id = a.partner_id
         WHERE a.partner_id = ${ctx.actor.partnerId} AND a.id = ANY(${ids})
       ) AS selected
     ) AS planned GROUP BY outcome`,
  );
  const plan = { ...EMPTY_PLAN, total: ids.length };
  for (const { outcome, count, active, invoiced } of found) {
    plan[outcome] = count;
    if (outcome === "changes") Object.assign(plan, { active, invoiced });
  }
  return plan;
}

/** How many creators one change may include. */
const SELECTED_MOST = 100_000;

/**
 * The account ids of a selection, sorted. Other partners' accounts are ignored. Throws `Conflict` `too_many` above
 * 100,000.
 */
export async function selectedIds(ctx: Ctx<PortalUserActor>, selection: Selection): Promise<string[]> {
  const met = await rosterList.where(ctx, "filters" in selection ? selection.filters : {});
  const picked =
    "filters" in selection ? Prisma.empty : Prisma.sql`AND id = ANY (${selection.accountIds.filter(isId)}::text[])`;
  const found = await rows<{ id: string }>(
    Prisma.sql`SELECT id FROM solo_accounts WHERE ${met} ${picked} ORDER BY id LIMIT ${SELECTED_MOST + 1}`,
  );
  if (found.length > SELECTED_MOST) {
    const most = SELECTED_MOST.toLocaleString("en");
    throw new Conflict("too_many", `More than ${most} creators match. Narrow the filters and change them in parts.`);
  }
  return found.map(({ id }) => id);
}
