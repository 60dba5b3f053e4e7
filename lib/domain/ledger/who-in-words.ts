import { db } from "@/lib/platform/db";

/** Somebody in the ledger or in a record: the kind of actor and its id. */
export type Who = { kind: string; id: string };

const keyOf = ({ kind, id }: Who): string => `${kind} ${id}`;

/**
 * What a partner may know of who did things to its records, in words that follow "by": its own keys and people by name,
 * the service's people as "the custodian". Names of others than the partner's own are not looked up.
 */
export async function whoInWords(partnerId: string, actors: readonly Who[]): Promise<(who: Who) => string> {
  const ids = (kind: string) => [...new Set(actors.filter((who) => who.kind === kind).map(({ id }) => id))];
  const [keys, members] = await Promise.all([
    db.apiKey.findMany({ where: { partnerId, id: { in: ids("partner_key") } }, select: { id: true, name: true } }),
    // Only who is or was signed in for this partner acts as its portal user.
    db.user.findMany({ where: { id: { in: ids("portal_user") } }, select: { id: true, name: true, email: true } }),
  ]);
  const names = new Map([
    ...keys.map(({ id, name }) => [keyOf({ kind: "partner_key", id }), `your API key “${name}”`] as const),
    ...members.map(({ id, name, email }) => [keyOf({ kind: "portal_user", id }), name ?? email] as const),
  ]);
  return (who) => names.get(keyOf(who)) ?? OTHERS[who.kind] ?? "the service";
}

const OTHERS: Record<string, string | undefined> = {
  partner_key: "one of your API keys",
  portal_user: "somebody of your team",
  staff: "the custodian",
  person: "the creator",
};
