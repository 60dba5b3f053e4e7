import type { Ctx, PortalUserActor } from "@/lib/domain/core/context";
import { dated, type HistoryLine, newestFirst, partnerHistory } from "@/lib/domain/core/ledger";
import { db } from "@/lib/platform/db";
import { type TakedownRow, takedownList } from "./list-takedowns";
import { whyUncheckable } from "./mark-takedown-done";

/** A takedown with its history, newest first. */
export type TakedownView = TakedownRow & {
  /** Why we can't check its URL, in words; null if we can, and without a URL. */
  whyUncheckable: string | null;
  history: HistoryLine[];
};

/** One of the partner's takedowns. Nothing about the claimant. Throws `NotFound`. */
export async function viewTakedown(ctx: Ctx<PortalUserActor>, takedownId: string): Promise<TakedownView> {
  const row = await takedownList.get(ctx, takedownId, { view: "all" });
  const history = await historyOf(ctx.actor.partnerId, row);
  return { ...row, whyUncheckable: row.url && whyUncheckable(row.url), history };
}

const CHECKS_SHOWN = 20;

async function historyOf(partnerId: string, row: TakedownRow): Promise<HistoryLine[]> {
  const about = [{ kind: "takedown", ids: [row.id] }] as const;
  const [mails, checks] = await Promise.all([
    db.takedown.findUniqueOrThrow({
      where: { id: row.id },
      select: { openingMailedAt: true, halfTimeMailedAt: true, lastHoursMailedAt: true },
    }),
    partnerHistory("team", { partnerId, about, take: CHECKS_SHOWN }),
  ]);
  const { status } = row;
  const end = status === "taken_down" || status === "already_removed" ? ENDS[status] : null;
  return newestFirst([
    { at: row.requestedAt, did: "Deadline counts from here" },
    { at: row.openedAt, did: "Takedown opened" },
    ...dated(mails.openingMailedAt, { did: "Owners and admins emailed" }),
    ...dated(mails.halfTimeMailedAt, { did: "Owners and admins emailed halfway to the deadline" }),
    ...dated(mails.lastHoursMailedAt, { did: "Owners and admins emailed 6 hours before the deadline" }),
    ...checks,
    ...dated(row.closedAt, end ? { did: end, by: row.closedBy } : { did: "Canceled" }),
  ]);
}

const ENDS = { taken_down: "Taken down", already_removed: "Already removed" };
