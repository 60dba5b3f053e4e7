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
