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
const waiting = new WeakMap<Tx, LedgerRow[]>();

/**
 * Write a line to the ledger in the transaction of what it tells of. The lines of a transaction are appended together, to
 * one chain, just before the commit: no two transactions can wait for each other here, and few wait at all.
 */
export function record(tx: Tx, line: LedgerLine): void {
  const rows = waiting.get(tx) ?? [];
  waiting.set(tx, rows);
  rows.push(ledgerRow(line));
  onceBeforeCommit(tx, "ledger", () => append(tx, rows));
}

async function append(tx: Tx, rows: readonly LedgerRow[]): Promise<void> {
  const chain = chainOf(rows);
  await tx.$queryRaw`SELECT 1 FROM (SELECT ledger_append(${chain}::smallint, ${JSON.stringify(rows)}::jsonb)) AS appended`;
}

/** The chain that these lines go into; they must go there together. */
export const chainOf = ([first]: readonly LedgerRow[]): number =>
  first ? (sha256(`${first.subject_kind}:${first.subject_id}`)[0] ?? 0) % CHAINS : 0;

/** A line as the database's function `ledger_append` takes it, for a statement that makes its change and records it in one. */
export const ledgerRow = ({ ctx, action, subject, partnerId, reason, detail }: LedgerLine) => ({
  at: clock.now().toISOString(),
  actor_kind: ctx.actor.kind,
  actor_id: actorId(ctx.actor),
  action,
  subject_kind: subject.kind,
  subject_id: subject.id,
  partner_id: partnerId === undefined ? partnerOf(ctx.actor) : partnerId,
  reason: reason ?? null,
  request_id: ctx.requestId,
  detail: JSON.stringify(detail ?? {}),
});
export type LedgerRow = ReturnType<typeof ledgerRow>;
