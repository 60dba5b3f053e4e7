import type { Ctx, PersonActor } from "@/lib/domain/context";
import { db } from "@/lib/platform/db";

/** Another name of a person; `retiredAt` since when they no longer use it. */
export type Alias = { id: string; name: string; createdAt: Date; retiredAt: Date | null };

/** Every other name of a person that is in the index, those in use first. */
export function listAliases({ actor: { userId } }: Ctx<PersonActor>): Promise<Alias[]> {
  return db.personAlias.findMany({
    where: { userId },
    orderBy: [{ retiredAt: { sort: "desc", nulls: "first" } }, { name: "asc" }, { id: "asc" }],
    select: { id: true, name: true, createdAt: true, retiredAt: true },
  });
}
