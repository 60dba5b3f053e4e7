import { z } from "zod";
import type { LedgerAction } from "@/lib/domain/ledger";
import { db } from "@/lib/platform/db";
import { whoInWords } from "./who-in-words";

const SHOWN = 200;

// What a partner is told of its record; an open list. The custodian's looks into the index are not among it.
const TOLD = [
  "depiction.logged",
  "depiction.copy_stored",
  "depiction.viewed",
  "depiction.removed",
] as const satisfies readonly LedgerAction[];

export type DepictionAction = (typeof TOLD)[number];
const isTold = (action: string): action is DepictionAction => TOLD.some((told) => told === action);

const Detail = z.object({ sha256: z.string().optional(), bytes: z.number().optional() }).catch({});

export type DepictionEvent = {
  id: string;
  at: Date;
  action: DepictionAction;
  /** In words that begin a sentence or follow "by": a key or a person of the partner by name, or "the custodian". */
  who: string;
  reason: string | null;
  requestId: string | null;
  sha256: string | null;
};

/** What the ledger tells the partner of its depiction, the latest first. */
export async function depictionHistory(partnerId: string, depictionId: string): Promise<DepictionEvent[]> {
  const lines = await db.ledgerEntry.findMany({
    where: { subjectKind: "depiction", subjectId: depictionId, partnerId, action: { in: [...TOLD] } },
    orderBy: { seq: "desc" },
    take: SHOWN,
    select: {
      seq: true,
      at: true,
      action: true,
      actorKind: true,
      actorId: true,
      reason: true,
      requestId: true,
      detail: true,
    },
  });
  const who = await whoInWords(
    partnerId,
    lines.map(({ actorKind, actorId }) => ({ kind: actorKind, id: actorId })),
  );
  return lines.flatMap(({ seq, at, action, actorKind, actorId, reason, requestId, detail }) => {
    if (!isTold(action)) return [];
    const { sha256 = null } = Detail.parse(JSON.parse(detail));
    return [{ id: seq.toString(), at, action, who: who({ kind: actorKind, id: actorId }), reason, requestId, sha256 }];
  });
}
