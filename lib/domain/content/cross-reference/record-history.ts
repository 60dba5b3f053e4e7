import type { LedgerAction } from "@/lib/domain/ledger";
import { db } from "@/lib/platform/db";

const LOOKS_SHOWN = 200;
const CHANGES_SHOWN = 200;

const CHANGES = [
  "depiction.logged",
  "depiction.copy_stored",
  "depiction.removed",
  "depiction.erased",
  "depiction.hold_placed",
  "depiction.hold_lifted",
] as const satisfies LedgerAction[];
const LOOKS = ["depiction.opened", "depiction.viewed"] as const satisfies LedgerAction[];

export type RecordAction = (typeof CHANGES | typeof LOOKS)[number];
const isTold = (action: string): action is RecordAction => [...CHANGES, ...LOOKS].some((told) => told === action);

/** What the ledger tells a custodian of a depiction, by whomever it was, the latest first; of looks and of changes the latest 200. */
export async function recordHistory(depictionId: string) {
  const linesOf = (actions: readonly LedgerAction[], take: number) =>
    db.ledgerEntry.findMany({
      where: { subjectKind: "depiction", subjectId: depictionId, action: { in: [...actions] } },
      orderBy: { seq: "desc" },
      take,
      select: { seq: true, at: true, action: true, actorKind: true, actorId: true, reason: true, requestId: true },
    });
  const [changes, looks] = await Promise.all([linesOf(CHANGES, CHANGES_SHOWN), linesOf(LOOKS, LOOKS_SHOWN + 1)]);
  const lines = [...changes, ...looks.slice(0, LOOKS_SHOWN)].toSorted((a, b) => (a.seq < b.seq ? 1 : -1));
  const nameOf = await namesOf(lines);
  const history = lines.flatMap(({ seq, at, action, reason, requestId, ...actor }) =>
    isTold(action) ? [{ id: seq.toString(), at, action, who: nameOf(actor), reason, requestId }] : [],
  );
  return { history, hasMoreLooks: looks.length > LOOKS_SHOWN };
}

type Actor = { actorKind: string; actorId: string };

async function namesOf(actors: readonly Actor[]): Promise<(actor: Actor) => string> {
  const ids = (...kinds: string[]) => [
    ...new Set(actors.flatMap(({ actorKind, actorId }) => (kinds.includes(actorKind) ? [actorId] : []))),
  ];
  const [keys, users] = await Promise.all([
    db.apiKey.findMany({ where: { id: { in: ids("partner_key") } }, select: { id: true, name: true } }),
    db.user.findMany({
      where: { id: { in: ids("portal_user", "staff", "person") } },
      select: { id: true, name: true, email: true },
    }),
  ]);
  const names = new Map([
    ...keys.map(({ id, name }) => [id, `the partner's API key “${name}”`] as const),
    ...users.map(({ id, name, email }) => [id, name ?? email] as const),
  ]);
  return ({ actorKind, actorId }) => {
    const name = names.get(actorId);
    if (actorKind === "staff") return name ? `${name}, custodian,` : "a custodian";
    return name ?? (actorKind === "system" ? `the service (${actorId})` : "somebody");
  };
}
