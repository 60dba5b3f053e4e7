import { db } from "@/lib/platform/db";
import type { Who } from "./record";

const PEOPLE = ["staff", "portal_user", "person", "producer"];

/** Names actors for custodians: people by name or address, API keys with their partner. Null for all others. */
export async function nameActors(actors: readonly Who[]): Promise<(who: Who) => string | null> {
  const ids = (...kinds: string[]) => [
    ...new Set(actors.filter((who) => kinds.includes(who.kind)).map(({ id }) => id)),
  ];
  const [people, keys] = await Promise.all([
    db.user.findMany({ where: { id: { in: ids(...PEOPLE) } }, select: { id: true, name: true, email: true } }),
    db.apiKey.findMany({
      where: { id: { in: ids("partner_key") } },
      select: { id: true, name: true, partner: { select: { name: true } } },
    }),
  ]);
  const names = new Map([
    ...people.map(({ id, name, email }) => [id, name ?? email] as const),
    ...keys.map(({ id, name, partner }) => [id, `API key “${name}” of ${partner.name}`] as const),
  ]);
  return ({ id }) => names.get(id) ?? null;
}
