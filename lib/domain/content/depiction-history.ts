import type { LedgerAction } from "@/lib/domain/ledger";
import { db } from "@/lib/platform/db";
import { whoInWords } from "./who-in-words";

const LOOKS_SHOWN = 200;

// What a partner is told of its record. What changed it happens once each; looks may be many. The custodian's looks into the
// index are not among it.
const CHANGES = ["depiction.logged", "depiction.copy_stored", "depiction.removed"] as const satisfies LedgerAction[];
const LOOK = "depiction.viewed" satisfies LedgerAction;

export type DepictionAction = (typeof CHANGES)[number] | typeof LOOK;
const isTold = (action: string): action is DepictionAction =>
  action === LOOK || CHANGES.some((told) => told === action);

export type DepictionEvent = {
  id: string;
  at: Date;
  action: DepictionAction;
  /** In words that begin a sentence or follow "by": a key or a person of the partner by name, or "the custodian". */
  who: string;
  reason: string | null;
  requestId: string | null;
};

/** What the ledger tells the partner of its depiction, the latest first; of looks at its copy the latest 200. */
export async function depictionHistory(
  partnerId: string,
  depictionId: string,
): Promise<{ history: DepictionEvent[]; hasMoreLooks: boolean }> {
  const linesOf = (actions: readonly LedgerAction[], take: number) =>
    db.ledgerEntry.findMany({
      where: { subjectKind: "depiction", subjectId: depictionId, partnerId, action: { in: [...actions] } },
      orderBy: { seq: "desc" },
      take,
      select: { seq: true, at: true, action: true, actorKind: true, actorId: true, reason: true, requestId: true },
    });
  const [changes, looks] = await Promise.all([linesOf(CHANGES, CHANGES.length), linesOf([LOOK], LOOKS_SHOWN + 1)]);
  const lines = [...changes, ...looks.slice(0, LOOKS_SHOWN)].toSorted((a, b) => (a.seq < b.seq ? 1 : -1));
  const who = await whoInWords(
    partnerId,
    lines.map(({ actorKind, actorId }) => ({ kind: actorKind, id: actorId })),
  );
  const history = lines.flatMap(({ seq, at, action, actorKind, actorId, reason, requestId }) => {
    if (!isTold(action)) return [];
    return [{ id: seq.toString(), at, action, who: who({ kind: actorKind, id: actorId }), reason, requestId }];
  });
  return { history, hasMoreLooks: looks.length > LOOKS_SHOWN };
}
