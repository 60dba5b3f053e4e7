import { z } from "zod";
import { type LedgerAction, nameActors } from "@/lib/domain/core/ledger";
import { db } from "@/lib/platform/db";

/** A ledger entry about a removal request. */
type RequestLine = {
  id: string;
  at: Date;
  action: string;
  /** Who did it: a custodian by name, otherwise the role. */
  who: string;
  reason: string | null;
  /** The record that it is about. */
  itemId: string | null;
};

const SHOWN = 500;
const Detail = z.object({ itemId: z.string().nullable().default(null) }).catch({ itemId: null });

const OTHERS: Readonly<Record<string, string | undefined>> = { person: "The claimant", staff: "A custodian" };

/** What only claimants do. They have no account behind their link, so the ledger names the service. */
const BY_CLAIMANTS: ReadonlySet<string> = new Set<LedgerAction>([
  "removal_request.filed",
  "removal_request.targets_added",
  "removal_request.answered",
  "removal_request.code_entered",
  "removal_request.appealed",
  "removal_request.withdrawn",
]);

/** The latest five hundred ledger entries about a request, newest first, and how many there are. For custodians only. */
export async function historyOfRequest(requestId: string): Promise<{ rows: RequestLine[]; total: number }> {
  const where = { subjectKind: "removal_request", subjectId: requestId };
  const entries = await db.ledgerEntry.findMany({
    where,
    orderBy: { seq: "desc" },
    take: SHOWN,
    select: { seq: true, at: true, action: true, actorKind: true, actorId: true, reason: true, detail: true },
  });
  const total = entries.length < SHOWN ? entries.length : await db.ledgerEntry.count({ where });
  const whoOf = ({ actorKind, actorId }: { actorKind: string; actorId: string }) => ({ kind: actorKind, id: actorId });
  // The claimant may have an account, by another name than they filed under.
  const nameOf = await nameActors(entries.map(whoOf).filter(({ kind }) => kind === "staff"));
  const rows = entries.map(({ seq, at, action, reason, detail, ...actor }) => ({
    id: seq.toString(),
    at,
    action,
    who: nameOf(whoOf(actor)) ?? (BY_CLAIMANTS.has(action) ? OTHERS.person : OTHERS[actor.actorKind]) ?? "The service",
    reason,
    itemId: Detail.parse(JSON.parse(detail)).itemId,
  }));
  return { rows, total };
}
