import type { Ctx, PortalUserActor } from "@/lib/domain/core/context";
import { type LedgerAction, whoInWords } from "@/lib/domain/core/ledger";
import { db } from "@/lib/platform/db";
import type { ClockStage } from "../clocks/mails";
import { whyUncheckable } from "./check-url";
import { closerOf, getTakedown, PARTNER_KINDS, type TakedownRow } from "./list-takedowns";

/** One event of a takedown's timeline. `by` is null where the service or the claimant acted. */
export type TakedownEvent = { at: Date } & (
  | { what: "requested" | "opened" | "canceled" }
  | { what: "mailed"; stage: ClockStage }
  | { what: "checked"; by: string }
  | { what: "taken_down" | "already_removed"; by: string | null }
);

/** A takedown with its history, newest first. */
export type TakedownView = TakedownRow & {
  /** Why we can't check its URL, in words; null if we can, and without a URL. */
  whyUncheckable: string | null;
  history: TakedownEvent[];
};

/** One of the partner's takedowns. Nothing about the claimant. Throws `NotFound`. */
export async function viewTakedown({ actor }: Ctx<PortalUserActor>, takedownId: string): Promise<TakedownView> {
  const row = await getTakedown(actor.partnerId, takedownId);
  const history = await historyOf(actor.partnerId, row);
  return { ...row, whyUncheckable: row.url && whyUncheckable(row.url), history };
}

const CHECKED = "takedown.url_checked" satisfies LedgerAction;
const CHECKS_SHOWN = 20;

async function historyOf(partnerId: string, row: TakedownRow): Promise<TakedownEvent[]> {
  const [mails, checks] = await Promise.all([
    db.takedown.findUniqueOrThrow({
      where: { id: row.id },
      select: { openingMailedAt: true, halfTimeMailedAt: true, lastHoursMailedAt: true },
    }),
    // What the partner's team did. The partner may see no other entry of the ledger.
    db.ledgerEntry.findMany({
      where: { actorKind: { in: PARTNER_KINDS }, subjectKind: "takedown", subjectId: row.id, action: CHECKED },
      select: { at: true, actorKind: true, actorId: true },
      orderBy: { seq: "desc" },
      take: CHECKS_SHOWN,
    }),
  ]);
  const checkers = checks.map(({ actorKind, actorId }) => ({ kind: actorKind, id: actorId }));
  const closer = closerOf(row);
  const who = await whoInWords(partnerId, closer ? [...checkers, closer] : checkers);
  const events: TakedownEvent[] = [
    { what: "requested", at: row.requestedAt },
    { what: "opened", at: row.openedAt },
    ...mailed("opening", mails.openingMailedAt),
    ...mailed("half_time", mails.halfTimeMailedAt),
    ...mailed("last_hours", mails.lastHoursMailedAt),
    ...checks.map(({ at, actorKind, actorId }) => ({
      what: "checked" as const,
      at,
      by: who({ kind: actorKind, id: actorId }),
    })),
  ];
  const { status, closedAt } = row;
  if (closedAt) {
    const by = closer && who(closer);
    events.push(
      status === "taken_down" || status === "already_removed"
        ? { what: status, at: closedAt, by }
        : { what: "canceled", at: closedAt },
    );
  }
  // Among events of one moment, the last one written is the newest.
  return events.toReversed().toSorted((a, b) => b.at.getTime() - a.at.getTime());
}

const mailed = (stage: ClockStage, at: Date | null): TakedownEvent[] => (at ? [{ what: "mailed", stage, at }] : []);
