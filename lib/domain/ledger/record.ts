import { actorId, type Ctx, partnerOf } from "@/lib/domain/context";
import { clock } from "@/lib/platform/clock";
import { sha256 } from "@/lib/platform/crypto";
import { onceBeforeCommit, type Tx } from "@/lib/platform/db";
import type { LedgerAction, SubjectKind } from "./actions";

/** One line of the ledger: who did or looked at what, and why. No legal name, birth date or document number in `detail`. */
export type LedgerLine = {
  ctx: Ctx;
  action: LedgerAction;
  subject: { kind: SubjectKind; id: string };
  /** Defaults to the actor's partner. */
  partnerId?: string | null;
  reason?: string;
  detail?: Record<string, unknown>;
};

/** How many chains there are; the migration makes the head of each. */
export const CHAINS = 64;
const waiting = new WeakMap<Tx, { chain: number; json: Record<string, unknown> }[]>();

/**
 * Write a line to the ledger in the transaction of what it tells of. Lines are appended together just before the commit,
 * ordered by chain: transactions that touch several chains lock them in one order and cannot deadlock.
 */
export function record(tx: Tx, line: LedgerLine): void {
  const lines = waiting.get(tx) ?? [];
  waiting.set(tx, lines);
  const chain = (sha256(`${line.subject.kind}:${line.subject.id}`)[0] ?? 0) % CHAINS;
  lines.push({
    chain,
    json: {
      chain,
      at: clock.now().toISOString(),
      actorKind: line.ctx.actor.kind,
      actorId: actorId(line.ctx.actor),
      action: line.action,
      subjectKind: line.subject.kind,
      subjectId: line.subject.id,
      partnerId: line.partnerId === undefined ? partnerOf(line.ctx.actor) : line.partnerId,
      reason: line.reason ?? null,
      requestId: line.ctx.requestId,
      detail: JSON.stringify(line.detail ?? {}),
    },
  });
  onceBeforeCommit(tx, "ledger", append);
}

async function append(tx: Tx): Promise<void> {
  const lines = waiting.get(tx) ?? [];
  const entries = lines.toSorted((a, b) => a.chain - b.chain).map((line) => line.json);
  await tx.$queryRaw`SELECT 1 FROM (SELECT ledger_append(${JSON.stringify(entries)}::jsonb)) AS appended`;
}
