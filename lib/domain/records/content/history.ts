import { type LedgerAction, type Who, whoInWords } from "@/lib/domain/core/ledger";
import { db } from "@/lib/platform/db";

const SHOWN = 200;

/** The ledger actions a reader may see: changes of a record, and its views, which may be many. */
type LedgerActions<A extends LedgerAction> = { changes: readonly A[]; views: readonly A[] };

/** A line of a record's history. */
export type HistoryLine<A extends LedgerAction> = {
  id: string;
  at: Date;
  action: A;
  /** Text that can start a sentence or follow "by". */
  who: string;
  reason: string | null;
  requestId: string | null;
};

/**
 * A depiction's history from the ledger, newest first: the latest 200 changes and the latest 200 views. With
 * `partnerId`, only that partner's part of the ledger. `nameActors` names the actors for the reader.
 */
export async function historyOf<A extends LedgerAction>(
  about: { depictionId: string; partnerId?: string },
  { changes, views }: LedgerActions<A>,
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
  const [changed, viewed] = await Promise.all([linesOf(changes, SHOWN), linesOf(views, SHOWN + 1)]);
  const lines = [...changed, ...viewed.slice(0, SHOWN)].toSorted((a, b) => (a.seq < b.seq ? 1 : -1));
  const whoOf = ({ actorKind, actorId }: (typeof lines)[number]) => ({ kind: actorKind, id: actorId });
  const name = await nameActors(lines.map(whoOf));
  const history = lines.flatMap((line) => {
    const { seq, at, reason, requestId } = line;
    const action = [...changes, ...views].find((candidate) => candidate === line.action);
    return action ? [{ id: seq.toString(), at, action, who: name(whoOf(line)), reason, requestId }] : [];
  });
  return { history, hasMoreViews: viewed.length > SHOWN };
}

// What a partner may see of its record. Custodians' views are left out.
const PARTNER_CHANGES = [
  "depiction.logged",
  "depiction.copy_stored",
  "depiction.removed",
] as const satisfies LedgerAction[];
const PARTNER_VIEWS = ["depiction.viewed"] as const satisfies LedgerAction[];

/** A depiction's history for its partner, naming its own keys and people, or "the custodian". */
export const depictionHistory = (partnerId: string, depictionId: string) =>
  historyOf<(typeof PARTNER_CHANGES | typeof PARTNER_VIEWS)[number]>(
    { depictionId, partnerId },
    { changes: PARTNER_CHANGES, views: PARTNER_VIEWS },
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

/** A depiction's history for a custodian, naming everyone. */
export const recordHistory = (depictionId: string) =>
  historyOf<(typeof CUSTODIAN_CHANGES | typeof CUSTODIAN_VIEWS)[number]>(
    { depictionId },
    { changes: CUSTODIAN_CHANGES, views: CUSTODIAN_VIEWS },
    namesBeforeVerbs,
  );

/** A comma after custodians, because a verb follows: "Grace, custodian, opened it". */
async function namesBeforeVerbs(actors: readonly Who[]): Promise<(who: Who) => string> {
  const nameOf = await namesForCustodian(actors);
  return (who) => {
    const name = nameOf(who);
    return who.kind === "staff" && name !== UNNAMED_CUSTODIAN ? `${name},` : name;
  };
}

/** Names actors for a custodian, as text that can follow "by". */
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
    ...keys.map(({ id, name }) => [id, `the partner’s API key “${name}”`] as const),
    ...users.map(({ id, name, email }) => [id, name ?? email] as const),
  ]);
  return ({ kind, id }) => {
    const name = names.get(id);
    if (kind === "staff") return name ? `${name}, custodian` : UNNAMED_CUSTODIAN;
    return name ?? (kind === "system" ? `the service (${id})` : "someone");
  };
}
