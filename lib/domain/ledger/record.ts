import { actorId, type Ctx, partnerOf } from "@/lib/domain/context";
import { clock } from "@/lib/platform/clock";
import { sha256 } from "@/lib/platform/crypto";
import { db, onceBeforeCommit, type Tx } from "@/lib/platform/db";
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

/** Somebody in the ledger or in a record: the kind of actor and its id. */
export type Who = { kind: string; id: string };

const keyOf = ({ kind, id }: Who): string => `${kind} ${id}`;

/**
 * What a partner may know of who did things to its records, in words that follow "by": its own keys and people by name,
 * the service's people as "the custodian". Names of others than the partner's own are not looked up.
 */
export async function whoInWords(partnerId: string, actors: readonly Who[]): Promise<(who: Who) => string> {
  const ids = (kind: string) => [...new Set(actors.filter((who) => who.kind === kind).map(({ id }) => id))];
  // Not by the client's own queries, of which each number of ids is another statement. Only who is or was signed in for this
  // partner acts as its portal user.
  const found = await db.$queryRaw<{ kind: string; id: string; name: string }[]>`
    SELECT 'partner_key' AS kind, id, 'your API key “' || name || '”' AS name FROM api_keys
    WHERE id = ANY (${ids("partner_key")}::text[]) AND partner_id = ${partnerId}
    UNION ALL SELECT 'portal_user', id, coalesce(name, email) FROM users WHERE id = ANY (${ids("portal_user")}::text[])`;
  const names = new Map(found.map((one) => [keyOf(one), one.name]));
  return (who) => names.get(keyOf(who)) ?? OTHERS[who.kind] ?? "the service";
}

const OTHERS: Record<string, string | undefined> = {
  partner_key: "one of your API keys",
  portal_user: "somebody of your team",
  staff: "the custodian",
  person: "the creator",
};
