import { actorId, type Ctx, partnerOf } from "@/lib/domain/core/context";
import { clock } from "@/lib/platform/clock";
import { sha256 } from "@/lib/platform/crypto";
import { db, onceBeforeCommit, type Tx } from "@/lib/platform/db";
import type { LedgerAction, SubjectKind } from "./actions";

/** A ledger entry: who changed or viewed what, and why. `detail` has no legal name, birth date or document number. */
export type LedgerLine = {
  ctx: Ctx;
  action: LedgerAction;
  subject: { kind: SubjectKind; id: string };
  /** Defaults to the actor's partner. */
  partnerId?: string | null;
  reason?: string;
  detail?: Record<string, unknown>;
};

/** The number of chains. The migration creates their heads. */
export const CHAINS = 64;
const waiting = new WeakMap<Tx, LedgerRow[]>();

/**
 * Records an entry in the transaction of its change. A transaction's entries are appended together, to one chain, just
 * before the commit, so that transactions can't deadlock here and rarely wait.
 */
export function record(tx: Tx, line: LedgerLine): void {
  const rows = waiting.get(tx) ?? [];
  waiting.set(tx, rows);
  rows.push(ledgerRow(line));
  onceBeforeCommit(tx, "ledger", () => append(tx, rows));
}

/**
 * Records a view of a page, unless the same request has an entry about its subject: an action on the page renders it again, and the
 * action's own entry is enough. Returns whether it did. The one thing that code asks the ledger, about its own entries only.
 */
async function recordView(tx: Tx, line: LedgerLine): Promise<boolean> {
  const { ctx, subject } = line;
  const same = {
    subjectKind: subject.kind,
    subjectId: subject.id,
    requestId: ctx.requestId,
    actorId: actorId(ctx.actor),
  };
  if (await tx.ledgerEntry.findFirst({ where: same, select: { seq: true } })) return false;
  record(tx, line);
  return true;
}

type PeopleOf = {
  action: "person.record_viewed" | "person.scene_viewed" | "person.production_viewed";
  ids: readonly string[];
};

/**
 * Records a view hidden from the record's partner, and one for each person in the record, so that their list of views separates it
 * from searches.
 */
export async function recordViewOf(tx: Tx, line: LedgerLine, { action, ids }: PeopleOf): Promise<void> {
  const { ctx, subject } = line;
  if (!(await recordView(tx, { ...line, partnerId: null }))) return;
  const detail = { [`${subject.kind === "collab_scene" ? "scene" : subject.kind}Id`]: subject.id };
  for (const id of new Set(ids)) record(tx, { ctx, action, subject: { kind: "person", id }, partnerId: null, detail });
}

async function append(tx: Tx, rows: readonly LedgerRow[]): Promise<void> {
  const chain = chainOf(rows);
  await tx.$queryRaw`SELECT 1 FROM (SELECT ledger_append(${chain}::smallint, ${JSON.stringify(rows)}::jsonb)) AS appended`;
}

/** The chain of a transaction's entries. */
export const chainOf = ([first]: readonly LedgerRow[]): number =>
  first ? (sha256(`${first.subject_kind}:${first.subject_id}`)[0] ?? 0) % CHAINS : 0;

/** About these, entries of a partner's team and of custodians tell the address and the browser, for the audit logs. Nobody else reads them whole. */
const WITH_PLACE: readonly SubjectKind[] = [
  ...(["api_key", "partner", "partner_invitation", "platform_invoice", "producer_invitation"] as const),
  ...(["user", "webhook_endpoint"] as const),
];

const placeOf = ({ actor, ip, userAgent }: Ctx, { kind }: LedgerLine["subject"]) =>
  (actor.kind === "portal_user" || actor.kind === "staff") && WITH_PLACE.includes(kind)
    ? { ip, userAgent: userAgent?.slice(0, 300) }
    : {};

/** An entry in the format of the database function `ledger_append`, for statements that change and record in one. */
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
  detail: JSON.stringify({ ...placeOf(ctx, subject), ...detail }),
});
export type LedgerRow = ReturnType<typeof ledgerRow>;

/** An actor in the ledger or in a record: its kind and id. */
export type Who = { kind: string; id: string };

const keyOf = ({ kind, id }: Who): string => `${kind} ${id}`;

/**
 * Names actors for a partner, to follow "by": its own keys and team members by name, staff as "the custodian". Looks up
 * only the partner's own names.
 */
export async function whoInWords(partnerId: string, actors: readonly Who[]): Promise<(who: Who) => string> {
  const ids = (kind: string) => [...new Set(actors.filter((who) => who.kind === kind).map(({ id }) => id))];
  // Raw SQL, because Prisma prepares another statement for each number of ids. This partner's records only name portal
  // users who are or were on its team.
  const found = await db.$queryRaw<{ kind: string; id: string; name: string }[]>`
    SELECT 'partner_key' AS kind, id, 'your API key “' || name || '”' AS name FROM api_keys
    WHERE id = ANY (${ids("partner_key")}::text[]) AND partner_id = ${partnerId}
    UNION ALL SELECT 'portal_user', id, coalesce(name, email) FROM users WHERE id = ANY (${ids("portal_user")}::text[])`;
  const names = new Map(found.map((one) => [keyOf(one), one.name]));
  return (who) => names.get(keyOf(who)) ?? OTHERS[who.kind] ?? "the service";
}

const OTHERS: Record<string, string | undefined> = {
  partner_key: "one of your API keys",
  portal_user: "someone on your team",
  staff: "the custodian",
  person: "the creator",
  producer: "the producer",
};
