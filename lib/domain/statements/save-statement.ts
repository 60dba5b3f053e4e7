import type { Ctx, PersonActor } from "@/lib/domain/context";
import { record } from "@/lib/domain/ledger";
import { lockUser } from "@/lib/domain/locks";
import { clock } from "@/lib/platform/clock";
import { inTransaction } from "@/lib/platform/db";
import { InvalidField } from "@/lib/platform/errors";
import { refuseLegalName } from "./legal-name";
import type { StatementInput } from "./schemas";
import { chosenPart, drawSlug } from "./slugs";

/**
 * Keep what a person wants to say in their statement. What is public stays as it is until they publish; only whether search
 * engines may list it counts at once. Throws `InvalidField` for a text with the legal name in it, and for another address
 * while a statement is public under this one.
 */
export function saveStatement(ctx: Ctx<PersonActor>, input: StatementInput): Promise<void> {
  const { address, ...said } = input;
  return inTransaction(async (tx) => {
    const { userId } = ctx.actor;
    await lockUser(tx, userId);
    await refuseLegalName(tx, userId, input);
    const known = await tx.statement.findUnique({ where: { userId }, select: { slug: true, publishedVersion: true } });
    const moves = known !== null && chosenPart(known.slug) !== address;
    if (moves && known.publishedVersion !== null) {
      throw new InvalidField(
        "address",
        "Your statement is public under this address. Withdraw it before you change it.",
      );
    }
    const now = clock.now();
    const slug = known && !moves ? known.slug : drawSlug(address);
    await tx.statement.upsert({
      where: { userId },
      create: { userId, slug, ...said, createdAt: now, updatedAt: now },
      update: { slug, ...said, updatedAt: now },
    });
    record(tx, { ctx, action: "statement.saved", subject: { kind: "person", id: userId } });
  });
}
