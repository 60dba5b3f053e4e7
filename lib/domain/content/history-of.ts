import type { LedgerAction, Who } from "@/lib/domain/ledger";
import { db } from "@/lib/platform/db";

const SHOWN = 200;

/** The actions that somebody is told of: what changes a record, and looks at it, which may be many. */
type Told<A extends LedgerAction> = { changes: readonly A[]; looks: readonly A[] };

/** A line of the ledger as somebody is told it. */
export type HistoryLine<A extends LedgerAction> = {
  id: string;
  at: Date;
  action: A;
  /** In words that begin a sentence or follow "by". */
  who: string;
  reason: string | null;
  requestId: string | null;
};

/**
 * What the ledger tells of a depiction, the latest first; of changes and of looks the latest 200 each. With `partnerId` only
 * what is in that partner's part of the ledger. `nameActors` says how those who acted are named.
 */
export async function historyOf<A extends LedgerAction>(
  about: { depictionId: string; partnerId?: string },
  { changes, looks }: Told<A>,
  nameActors: (actors: readonly Who[]) => Promise<(who: Who) => string>,
): Promise<{ history: HistoryLine<A>[]; hasMoreLooks: boolean }> {
  const { depictionId: subjectId, ...whose } = about;
  const linesOf = (actions: readonly A[], take: number) =>
    db.ledgerEntry.findMany({
      where: { subjectKind: "depiction", subjectId, ...whose, action: { in: [...actions] } },
      orderBy: { seq: "desc" },
      take,
      select: { seq: true, at: true, action: true, actorKind: true, actorId: true, reason: true, requestId: true },
    });
  const [changed, looked] = await Promise.all([linesOf(changes, SHOWN), linesOf(looks, SHOWN + 1)]);
  const lines = [...changed, ...looked.slice(0, SHOWN)].toSorted((a, b) => (a.seq < b.seq ? 1 : -1));
  const whoOf = ({ actorKind, actorId }: (typeof lines)[number]) => ({ kind: actorKind, id: actorId });
  const name = await nameActors(lines.map(whoOf));
  const history = lines.flatMap((line) => {
    const { seq, at, reason, requestId } = line;
    const action = [...changes, ...looks].find((told) => told === line.action);
    return action ? [{ id: seq.toString(), at, action, who: name(whoOf(line)), reason, requestId }] : [];
  });
  return { history, hasMoreLooks: looked.length > SHOWN };
}
