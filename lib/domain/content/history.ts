import { type LedgerAction, type Who, whoInWords } from "@/lib/domain/ledger";
import { db } from "@/lib/platform/db";

const SHOWN = 200;

/** The actions that somebody is told of: what changes a record, and looks at it, which may be many. */
type LedgerActions<A extends LedgerAction> = { changes: readonly A[]; looks: readonly A[] };

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
  { changes, looks }: LedgerActions<A>,
  nameActors: (actors: readonly Who[]) => Promise<(who: Who) => string>,
): Promise<{ history: HistoryLine<A>[]; hasMoreViews: boolean }> {
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
  return { history, hasMoreViews: looked.length > SHOWN };
}

// What a partner is told of its record. The custodian's looks into the index are not among it.
const PARTNER_CHANGES = [
  "depiction.logged",
  "depiction.copy_stored",
  "depiction.removed",
] as const satisfies LedgerAction[];
const PARTNER_VIEWS = ["depiction.viewed"] as const satisfies LedgerAction[];

/** What the ledger tells the partner of its depiction, by a key or a person of its own by name, or "the custodian". */
export const depictionHistory = (partnerId: string, depictionId: string) =>
  historyOf<(typeof PARTNER_CHANGES | typeof PARTNER_VIEWS)[number]>(
    { depictionId, partnerId },
    { changes: PARTNER_CHANGES, looks: PARTNER_VIEWS },
    (actors) => whoInWords(partnerId, actors),
  );

const CUSTODIAN_CHANGES = [
  "depiction.logged",
  "depiction.copy_stored",
  "depiction.removed",
  "depiction.erased",
  "depiction.hold_placed",
  "depiction.hold_lifted",
] as const satisfies LedgerAction[];
const CUSTODIAN_VIEWS = ["depiction.opened", "depiction.viewed"] as const satisfies LedgerAction[];
const UNNAMED_CUSTODIAN = "a custodian";

/** What the ledger tells a custodian of a depiction, by whomever it was. */
export const recordHistory = (depictionId: string) =>
  historyOf<(typeof CUSTODIAN_CHANGES | typeof CUSTODIAN_VIEWS)[number]>(
    { depictionId },
    { changes: CUSTODIAN_CHANGES, looks: CUSTODIAN_VIEWS },
    namesBeforeVerbs,
  );

/** What they did stands right behind their names: "Grace, custodian, opened it". */
async function namesBeforeVerbs(actors: readonly Who[]): Promise<(who: Who) => string> {
  const nameOf = await namesForCustodian(actors);
  return (who) => {
    const name = nameOf(who);
    return who.kind === "staff" && name !== UNNAMED_CUSTODIAN ? `${name},` : name;
  };
}

/** Who did things to a record, for a custodian: everybody by name, in words that follow "by" or stand alone. */
export async function namesForCustodian(actors: readonly Who[]): Promise<(who: Who) => string> {
  const ids = (...kinds: string[]) => [
    ...new Set(actors.flatMap(({ kind, id }) => (kinds.includes(kind) ? [id] : []))),
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
  return ({ kind, id }) => {
    const name = names.get(id);
    if (kind === "staff") return name ? `${name}, custodian` : UNNAMED_CUSTODIAN;
    return name ?? (kind === "system" ? `the service (${id})` : "somebody");
  };
}
