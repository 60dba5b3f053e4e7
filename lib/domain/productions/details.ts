import { z } from "zod";
import type { Ctx, ProducerActor } from "@/lib/domain/core/context";
import { record } from "@/lib/domain/core/ledger";
import { FIRST_SHOOT_DAY } from "@/lib/domain/scenes/schemas";
import { clock } from "@/lib/platform/clock";
import { InvalidField } from "@/lib/platform/errors";
import { isVisible } from "@/lib/platform/wire";
import { AHEAD_MS, PRODUCTION_TITLE_MAX } from "./labels";
import { changeProduction } from "./production-access";

/** What a producer types: a title, and a day such as `2026-09-05`. */
export type DetailsInput = { title: string; productionDate: string };

/** Reads what was typed. Throws `InvalidField` `title`, `productionDate`. */
export function readDetails({ title: typed, productionDate }: DetailsInput): { title: string; productionDate: Date } {
  const title = typed.replace(/[\p{Cc}\s]+/gu, " ").trim();
  if (!isVisible(title)) throw new InvalidField("title", "Enter a title.");
  if (title.length > PRODUCTION_TITLE_MAX) {
    throw new InvalidField("title", `Use ${PRODUCTION_TITLE_MAX} characters or fewer.`);
  }
  return { title, productionDate: readDay("productionDate", productionDate) };
}

/** A typed day as midnight UTC. Throws `InvalidField`. */
export function readDay(field: string, typed: string): Date {
  const day = typed.trim();
  const refuse = (message: string) => new InvalidField(field, message);
  if (day === "") throw refuse("Enter the day of production.");
  if (!z.iso.date().safeParse(day).success) {
    throw refuse(`“${day.slice(0, 40)}” isn’t a day. Enter one such as 2026-11-24.`);
  }
  if (day < FIRST_SHOOT_DAY) throw refuse("Enter a day in 1900 or later.");
  const read = new Date(`${day}T00:00:00.000Z`);
  if (read.getTime() > clock.now().getTime() + AHEAD_MS)
    throw refuse(`${day} is more than a year ahead. Enter a day within the next year.`);
  return read;
}

/**
 * The producer changes the title and the day. After documentation, that is a correction: it needs a new seal. Throws `NotFound`,
 * `InvalidField` `title`, `productionDate`, and `Conflict` `sealing_in_progress`, `production_closed`.
 */
export async function editProduction(
  ctx: Ctx<ProducerActor>,
  { productionId, ...typed }: DetailsInput & { productionId: string },
): Promise<void> {
  const { title, productionDate } = readDetails(typed);
  await changeProduction(ctx, productionId, async (tx, before) => {
    const changed = [
      ...(before.title === title ? [] : ["title"]),
      ...(before.productionDate.getTime() === productionDate.getTime() ? [] : ["productionDate"]),
    ];
    if (changed.length === 0) return null;
    await tx.production.update({ where: { id: productionId }, data: { title, productionDate } });
    const subject = { kind: "production", id: productionId } as const;
    record(tx, { ctx, action: "production.edited", subject, partnerId: null, detail: { changed } });
    return changed;
  });
}
