import type { Ctx, PersonActor } from "@/lib/domain/context";
import { record } from "@/lib/domain/ledger";
import { lockUser } from "@/lib/domain/locks";
import { clock } from "@/lib/platform/clock";
import { inTransaction } from "@/lib/platform/db";
import { InvalidField } from "@/lib/platform/errors";
import { newId } from "@/lib/platform/ids";
import { ALIASES_MOST } from "./schemas";

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
