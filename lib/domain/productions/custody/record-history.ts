import { nameActors } from "@/lib/domain/core/ledger";
import { db } from "@/lib/platform/db";

/** A ledger entry about a production. */
export type ProductionLine = {
  id: string;
  at: Date;
  action: string;
  /** Who did it: a name or an address, otherwise the role. */
  who: string;
  reason: string | null;
};

const SHOWN = 1000;

const OTHERS: Record<string, string | undefined> = {
  partner_key: "An API key",
  portal_user: "A team member of the partner",
  staff: "A custodian",
  producer: "The producer",
};

/** The latest thousand ledger entries about a production, newest first, and how many there are. For custodians only. */
export async function productionHistory(productionId: string): Promise<{ rows: ProductionLine[]; total: number }> {
  const where = { subjectKind: "production", subjectId: productionId };
  const entries = await db.ledgerEntry.findMany({
    where,
    orderBy: { seq: "desc" },
    take: SHOWN,
    select: { seq: true, at: true, action: true, actorKind: true, actorId: true, reason: true },
  });
  const total = entries.length < SHOWN ? entries.length : await db.ledgerEntry.count({ where });
  const nameOf = await nameActors(entries.map(({ actorKind: kind, actorId: id }) => ({ kind, id })));
  const rows = entries.map(({ seq, at, action, actorKind, actorId, reason }) => ({
    id: seq.toString(),
    at,
    action,
    who: nameOf({ kind: actorKind, id: actorId }) ?? OTHERS[actorKind] ?? "The service",
    reason,
  }));
  return { rows, total };
}
