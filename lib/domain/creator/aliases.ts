import type { Ctx, PersonActor } from "@/lib/domain/context";
import { record } from "@/lib/domain/ledger";
import { lockUser } from "@/lib/domain/locks";
import { clock } from "@/lib/platform/clock";
import { db, inTransaction } from "@/lib/platform/db";
import { InvalidField, NotFound } from "@/lib/platform/errors";
import { newId } from "@/lib/platform/ids";
import { ALIASES_MOST } from "./schemas";

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

/**
 * Put another name of a person into the cross-reference index, where custodians find them by it at once. One that was no
 * longer used is used again; one that is there already changes nothing. The ledger names no name.
 * Throws `InvalidField` `name` for one too many. Law: 28 CFR 75.2(a)(2).
 */
export function addAlias(ctx: Ctx<PersonActor>, name: string): Promise<{ changed: boolean }> {
  return inTransaction(async (tx) => {
    const { userId } = ctx.actor;
    await lockUser(tx, userId);
    const known = await tx.personAlias.findUnique({ where: { userId_name: { userId, name } } });
    if (known && !known.retiredAt) return { changed: false };
    const subject = { kind: "person", id: userId } as const;
    if (known) {
      await tx.personAlias.update({ where: { id: known.id }, data: { retiredAt: null } });
      record(tx, { ctx, action: "person_alias.resumed", subject, detail: { aliasId: known.id } });
      return { changed: true };
    }
    if ((await tx.personAlias.count({ where: { userId } })) >= ALIASES_MOST) {
      throw new InvalidField("name", `There are ${ALIASES_MOST} names on record, which is the most. Write to us.`);
    }
    const id = newId();
    await tx.personAlias.create({ data: { id, userId, name, createdAt: clock.now() } });
    record(tx, { ctx, action: "person_alias.added", subject, detail: { aliasId: id } });
    return { changed: true };
  });
}

/**
 * A person no longer uses a name. It stays in the index, because what was published under it must be found by it; false
 * when it was retired before. Throws `NotFound` for a name that is not theirs.
 */
export function retireAlias(ctx: Ctx<PersonActor>, aliasId: string): Promise<{ changed: boolean }> {
  return inTransaction(async (tx) => {
    const { userId } = ctx.actor;
    await lockUser(tx, userId);
    const { count } = await tx.personAlias.updateMany({
      where: { id: aliasId, userId, retiredAt: null },
      data: { retiredAt: clock.now() },
    });
    if (count === 0) {
      if ((await tx.personAlias.count({ where: { id: aliasId, userId } })) === 0) throw new NotFound();
      return { changed: false };
    }
    record(tx, { ctx, action: "person_alias.retired", subject: { kind: "person", id: userId }, detail: { aliasId } });
    return { changed: true };
  });
}
