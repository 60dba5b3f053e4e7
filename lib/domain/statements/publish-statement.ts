import type { Ctx, PersonActor } from "@/lib/domain/context";
import { record } from "@/lib/domain/ledger";
import { lockUser } from "@/lib/domain/locks";
import { clock } from "@/lib/platform/clock";
import { inTransaction } from "@/lib/platform/db";
import { Conflict, NotFound } from "@/lib/platform/errors";
import { refuseLegalName } from "./legal-name";
import { chosenPart } from "./slugs";
import { textOf } from "./statement-text";

/**
 * Make public what a person has saved, as a new dated version; earlier ones are kept. Publishing what is public already
 * changes nothing. The public can read it until it is withdrawn; platforms are given its address while the account is active.
 * Throws `NotFound` before anything was saved, 409 `not_verified`, `InvalidField` for a text with the legal name in it.
 */
export function publishStatement(ctx: Ctx<PersonActor>): Promise<{ published: boolean; version: number }> {
  return inTransaction(async (tx) => {
    const { userId } = ctx.actor;
    await lockUser(tx, userId);
    const draft = await tx.statement.findUnique({ where: { userId } });
    if (!draft) throw new NotFound("Save your statement first");
    if ((await tx.identity.count({ where: { userId } })) === 0) {
      throw new Conflict("not_verified", "A statement can be published once your ID is verified");
    }
    await refuseLegalName(tx, userId, { ...draft, address: chosenPart(draft.slug) });
    const latest = await tx.statementVersion.findFirst({ where: { userId }, orderBy: { version: "desc" } });
    const text = textOf(draft);
    if (latest && latest.version === draft.publishedVersion && isSame(textOf(draft), latest)) {
      return { published: false, version: latest.version };
    }
    const version = (latest?.version ?? 0) + 1;
    await tx.statementVersion.create({ data: { userId, version, ...text, publishedAt: clock.now() } });
    await tx.statement.update({ where: { userId }, data: { publishedVersion: version } });
    record(tx, {
      ctx,
      action: "statement.published",
      subject: { kind: "person", id: userId },
      detail: { version, slug: draft.slug },
    });
    return { published: true, version };
  });
}

/** Whether two statements say the same. */
export function isSame(text: ReturnType<typeof textOf>, other: Record<string, unknown>): boolean {
  return Object.entries(text).every(([field, said]) => {
    const also = other[field];
    return said instanceof Date && also instanceof Date ? said.getTime() === also.getTime() : said === also;
  });
}
