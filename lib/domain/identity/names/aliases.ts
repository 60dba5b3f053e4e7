import { evidenceOf } from "@/lib/domain/acts";
import type { Ctx, PersonActor, ProducerActor } from "@/lib/domain/core/context";
import { record } from "@/lib/domain/core/ledger";
import { lockUser } from "@/lib/domain/parties/locks";
import { clock } from "@/lib/platform/clock";
import { db, inTransaction, type Tx } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
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
    if (existing) {
      await tx.personAlias.update({ where: { id: existing.id }, data: { retiredAt: null } });
      const subject = { kind: "person", id: userId } as const;
      record(tx, { ctx, action: "person_alias.resumed", subject, detail: { aliasId: existing.id } });
      return { changed: true };
    }
    await insertAlias(tx, ctx, { name, at: clock.now(), field: "name" });
    return { changed: true };
  });
}

type NewAlias = {
  name: string;
  at: Date;
  /** The form's field with the name. */
  field: string;
  /** The id of what they sign with it. */
  signing?: string;
};

/**
 * Adds a new name in the transaction that needs it. The ledger says who added it, when, where and for what. Needs no lock: of two
 * parallel calls, one adds it.
 */
export async function insertAlias(
  tx: Tx,
  ctx: Ctx<PersonActor | ProducerActor>,
  { name, at, field, signing }: NewAlias,
): Promise<void> {
  const { userId } = ctx.actor;
  if ((await tx.personAlias.count({ where: { userId } })) >= ALIASES_MOST) {
    throw new InvalidField(
      field,
      `You have reached the limit of ${ALIASES_MOST} names. Write to ${env().supportAddress} to add more.`,
    );
  }
  const id = newId();
  const { count } = await tx.personAlias.createMany({
    data: [{ id, userId, name, createdAt: at }],
    skipDuplicates: true,
  });
  if (count === 0) return;
  const detail = { aliasId: id, ...(signing !== undefined && { signing }), ...evidenceOf(ctx) };
  record(tx, { ctx, action: "person_alias.added", subject: { kind: "person", id: userId }, partnerId: null, detail });
}

/** Registers the other names of a person's verified ID. */
export async function registerNames(tx: Tx, userId: string, names: readonly string[]): Promise<void> {
  await tx.personAlias.createMany({
    data: names.map((name) => ({ id: newId(), userId, name, createdAt: clock.now() })),
    skipDuplicates: true,
  });
  // A name they had retired is in use again.
  await tx.personAlias.updateMany({ where: { userId, name: { in: [...names] } }, data: { retiredAt: null } });
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
