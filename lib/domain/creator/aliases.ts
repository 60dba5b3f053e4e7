import type { Ctx, PersonActor } from "@/lib/domain/context";
import { record } from "@/lib/domain/ledger";
import { lockUser } from "@/lib/domain/locks";
import { clock } from "@/lib/platform/clock";
import { db, inTransaction } from "@/lib/platform/db";
import { InvalidField, NotFound } from "@/lib/platform/errors";
import { newId } from "@/lib/platform/ids";
import { ALIASES_MOST } from "./schemas";

/** Another name of a person. `retiredAt`: when they stopped using it. */
export type Alias = { id: string; name: string; createdAt: Date; retiredAt: Date | null };

/** A person's other names in the index, those in use first. */
export function listAliases({ actor: { userId } }: Ctx<PersonActor>): Promise<Alias[]> {
  return db.personAlias.findMany({
    where: { userId },
    orderBy: [{ retiredAt: { sort: "desc", nulls: "first" } }, { name: "asc" }, { id: "asc" }],
    select: { id: true, name: true, createdAt: true, retiredAt: true },
  });
}

/**
 * Adds another name of a person to the index, or resumes a retired one. Custodians find it at once. Does nothing for a
 * name in use. The ledger does not record the name itself. Throws `InvalidField` `name` above the maximum. Law: 28 CFR
 * 75.2(a)(2).
 */
export function addAlias(ctx: Ctx<PersonActor>, name: string): Promise<{ changed: boolean }> {
  return inTransaction(async (tx) => {
    const { userId } = ctx.actor;
    await lockUser(tx, userId);
    const existing = await tx.personAlias.findUnique({ where: { userId_name: { userId, name } } });
    if (existing && !existing.retiredAt) return { changed: false };
    const subject = { kind: "person", id: userId } as const;
    if (existing) {
      await tx.personAlias.update({ where: { id: existing.id }, data: { retiredAt: null } });
      record(tx, { ctx, action: "person_alias.resumed", subject, detail: { aliasId: existing.id } });
      return { changed: true };
    }
    if ((await tx.personAlias.count({ where: { userId } })) >= ALIASES_MOST) {
      throw new InvalidField("name", `You have reached the limit of ${ALIASES_MOST} names. Write to us to add more.`);
    }
    const id = newId();
    await tx.personAlias.create({ data: { id, userId, name, createdAt: clock.now() } });
    record(tx, { ctx, action: "person_alias.added", subject, detail: { aliasId: id } });
    return { changed: true };
  });
}

/**
 * Retires a person's name. It stays in the index, because works published under it must be findable. `changed` is false
 * if it was already retired. Throws `NotFound` for a name that isn't theirs.
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
