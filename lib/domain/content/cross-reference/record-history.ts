import { historyOf } from "@/lib/domain/content/history-of";
import type { LedgerAction, Who } from "@/lib/domain/ledger";
import { db } from "@/lib/platform/db";

const CHANGES = [
  "depiction.logged",
  "depiction.copy_stored",
  "depiction.removed",
  "depiction.erased",
  "depiction.hold_placed",
  "depiction.hold_lifted",
] as const satisfies LedgerAction[];
const LOOKS = ["depiction.opened", "depiction.viewed"] as const satisfies LedgerAction[];
const UNNAMED_CUSTODIAN = "a custodian";

/** What the ledger tells a custodian of a depiction, by whomever it was. */
export const recordHistory = (depictionId: string) =>
  historyOf<(typeof CHANGES | typeof LOOKS)[number]>(
    { depictionId },
    { changes: CHANGES, looks: LOOKS },
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
