import type { Ctx, PersonActor } from "@/lib/domain/context";
import { record } from "@/lib/domain/ledger";
import { clock } from "@/lib/platform/clock";
import { inTransaction, type Tx } from "@/lib/platform/db";
import { Conflict, InvalidField } from "@/lib/platform/errors";
import { isUnderAge } from "./age";
import { discardDraft } from "./discard-draft";
import { factsOf, sealFacts } from "./facts";
import { type LockedCheck, lockDraft } from "./lock-check";
import { REFUSED_UNDER_AGE } from "./refusal";
import type { DetailsInput } from "./schemas";

/**
 * Keep who the acting person says they are, in their draft. Somebody younger than 18 is refused: the draft and its photos
 * go, and only the fact stays, in the ledger. Before that they are asked, because a typo would lock
 * an adult out for a day: until the person confirms this very date (`ageConfirmed`), only the fact that we asked is kept.
 * Throws `InvalidField` for a birth date to come, `Conflict` `no_draft`, or `check_under_way` while an outside service
 * works on it.
 */
export async function saveDetails(
  ctx: Ctx<PersonActor>,
  { ageConfirmed = false, ...input }: DetailsInput & { ageConfirmed?: boolean },
): Promise<{ outcome: "saved" | "asked" | "refused" }> {
  const now = clock.now();
  if (input.birthDate > now) throw new InvalidField("birthDate", "This date is still to come. Check the year.");
  return inTransaction(async (tx) => {
    const check = await lockDraft(tx, ctx);
    if (check.vendorSessionId) throw new Conflict("check_under_way", "The check is under way already.");
    const subject = { kind: "identity_check" as const, id: check.id };
    if (isUnderAge(input.birthDate, now)) {
      if (ageConfirmed) {
        await refuse(tx, ctx, check);
        return { outcome: "refused" };
      }
      record(tx, { ctx, action: "identity_check.age_questioned", subject });
      return { outcome: "asked" };
    }
    await tx.identityCheck.update({
      where: { id: check.id },
      data: {
        legalName: input.legalName,
        facts: await sealFacts(tx, check, { ...factsOf(check), birthDate: input.birthDate }),
        otherNames: input.otherNames.filter((name) => name !== input.legalName),
        updatedAt: now,
      },
    });
    record(tx, {
      ctx,
      action: "identity_check.details_saved",
      subject,
      detail: { otherNames: input.otherNames.length },
    });
    return { outcome: "saved" };
  });
}

async function refuse(tx: Tx, ctx: Ctx<PersonActor>, check: LockedCheck): Promise<void> {
  await discardDraft(tx, check);
  const detail = { visit: ctx.actor.visit?.id ?? null };
  record(tx, { ctx, action: REFUSED_UNDER_AGE, subject: { kind: "person", id: ctx.actor.userId }, detail });
}
