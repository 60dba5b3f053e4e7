import { z } from "zod";
import type { Ctx, PartnerKeyActor, PortalUserActor, ProducerActor } from "@/lib/domain/core/context";
import { record } from "@/lib/domain/core/ledger";
import { assertMay } from "@/lib/domain/parties/people";
import { findPartnersProducer, setProducerName } from "@/lib/domain/parties/producers";
import { FIRST_SHOOT_DAY } from "@/lib/domain/scenes/schemas";
import { clock } from "@/lib/platform/clock";
import { db, inTransaction, type Tx } from "@/lib/platform/db";
import { DAY_MS, MINUTE_MS } from "@/lib/platform/duration";
import { env } from "@/lib/platform/env";
import { Conflict, InvalidField, NotFound } from "@/lib/platform/errors";
import { newId, timeOfId } from "@/lib/platform/ids";
import { sendMail } from "@/lib/platform/mail/send-mail";
import { isVisible, storedAddress } from "@/lib/platform/wire";
import { insertLink } from "./certificates";
import { AHEAD_MS, PRODUCTION_TITLE_MAX, type ProductionStatus } from "./labels";
import { productionRegisteredMail } from "./mails";
import { assertAccess, assertOpen, changeProduction } from "./production-access";
import { lockProduction } from "./production-status";

/** `id`: the id of a page's form, which becomes the production's, so that a form sent twice creates one. */
type OfForm = { id?: string | undefined };

/**
 * A producer creates a production, as they typed it. Throws `InvalidField` `title`, `productionDate`, and for the form's id
 * `InvalidField` `id` and `Conflict` `form_used`.
 */
export async function createProduction(
  ctx: Ctx<ProducerActor>,
  { id, ...typed }: DetailsInput & OfForm,
): Promise<{ productionId: string }> {
  const { producerId } = ctx.actor;
  const details = readDetails(typed);
  const productionId = await inTransaction((tx) => insert(tx, ctx, { id, ...details, producerId, partnerId: null }));
  return { productionId };
}

type Partner = Ctx<PortalUserActor | PartnerKeyActor>;
/** What a partner registers. The address is a producer's who accepted its invitation. */
export type Registration = OfForm & {
  title: string;
  productionDate: Date;
  producerEmail: string;
  contentId?: string | undefined;
};

/**
 * A partner registers a production for a producer of its own, and is linked to it. Every call without a form's id creates one. Throws
 * `Forbidden`, `Conflict` `producer_not_linked`, the same for every other address, and for the form's id as `createProduction`.
 * Contract: Creating a production.
 */
export const registerProduction = (
  ctx: Partner,
  input: Registration,
): Promise<{ productionId: string; status: ProductionStatus }> =>
  inTransaction((tx) => registerProductionIn(tx, ctx, input));

/** `registerProduction` in a transaction that changes more. */
export async function registerProductionIn(
  tx: Tx,
  ctx: Partner,
  { producerEmail, ...details }: Registration,
): Promise<{ productionId: string; status: ProductionStatus }> {
  const { partnerId } = ctx.actor;
  await assertMay(tx, ctx, { partnerId, to: "manage_records" });
  const email = storedAddress(producerEmail);
  const producerId = await findPartnersProducer(tx, { partnerId, email });
  if (!producerId)
    throw new Conflict("producer_not_linked", "This address isn’t a producer who accepted your invitation");
  const productionId = await insert(tx, ctx, { ...details, producerId, partnerId });
  return { productionId, status: "pending_documentation" };
}

type Creation = OfForm & {
  producerId: string;
  /** The partner that registers it; null for the producer. */
  partnerId: string | null;
  title: string;
  productionDate: Date;
  contentId?: string | undefined;
};

async function insert(tx: Tx, ctx: Ctx, { id: formId, partnerId, contentId, ...details }: Creation): Promise<string> {
  const [id, createdAt] = [formId === undefined ? newId() : readFormId(formId), clock.now()];
  const given = { id, ...details, createdByPartnerId: partnerId, contentId: contentId ?? null };
  const { count } = await tx.production.createMany({ data: [{ ...given, createdAt }], skipDuplicates: true });
  if (count === 0) {
    if ((await tx.production.count({ where: given })) > 0) return id;
    throw new Conflict("form_used", "This form already created a production. Open a new form to create another.");
  }
  if (partnerId) {
    await tx.productionPartner.create({ data: { productionId: id, partnerId, linkedAt: createdAt } });
    await mailProducer(tx, id);
  }
  const subject = { kind: "production", id } as const;
  record(tx, { ctx, action: "production.created", subject, partnerId, detail: { producerId: details.producerId } });
  return id;
}

async function mailProducer(tx: Tx, id: string): Promise<void> {
  const { title, producer, createdByPartner } = await tx.production.findUniqueOrThrow({
    where: { id },
    select: {
      title: true,
      producer: { select: { user: { select: { email: true } } } },
      createdByPartner: { select: { name: true } },
    },
  });
  const url = `${env().baseUrl}/producer/productions/${id}`;
  const props = { url, title, partnerName: createdByPartner?.name ?? "A platform" };
  await sendMail(tx, { to: producer.user.email, template: productionRegisteredMail, props });
}

const FORM_MS = 30 * DAY_MS;
/** By how much the clock of the process that made the form may be ahead. */
const SKEW_MS = MINUTE_MS;

/** A form's id, if we made it lately. Ids order lists, so none is taken that would come before or after all others. */
function readFormId(id: string): string {
  const [at, now] = [timeOfId(id)?.getTime() ?? 0, clock.now().getTime()];
  if (at < now - FORM_MS || at > now + SKEW_MS) throw new InvalidField("id", "Open the form again.");
  return id;
}

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

/**
 * The producer links a partner whose invitation they accepted. A documented production sends it `production.documented` with the
 * current certificate, and one that a removal request names asks it to take it down. False if it was linked before. Throws `NotFound`, `Conflict` `production_closed`.
 */
export async function linkPartner(
  ctx: Ctx<ProducerActor>,
  { productionId, partnerId }: { productionId: string; partnerId: string },
): Promise<{ linked: boolean }> {
  const { producerId } = ctx.actor;
  return inTransaction(async (tx) => {
    await assertAccess(tx, ctx.actor, productionId);
    const production = await lockProduction(tx, productionId);
    const works = await tx.producerPartner.count({ where: { producerId, partnerId } });
    if (!production || works === 0) throw new NotFound();
    assertOpen(production);
    return { linked: await insertLink(tx, ctx, { productionId, partnerId }) };
  });
}

/** A partner that the producer works with, and whether a production is linked to it. */
export type LinkablePartner = { partnerId: string; name: string; isLinked: boolean };

/** The partners that a producer can link a production to, by name. Throws `NotFound`. */
export async function listLinkablePartners(ctx: Ctx<ProducerActor>, productionId: string): Promise<LinkablePartner[]> {
  const { producerId } = ctx.actor;
  await assertAccess(db, ctx.actor, productionId);
  const rows = await db.producerPartner.findMany({
    where: { producerId },
    select: { partner: { select: { id: true, name: true, productions: { where: { productionId } } } } },
    orderBy: { partner: { name: "asc" } },
  });
  return rows.map(({ partner: { id, name, productions } }) => ({
    partnerId: id,
    name,
    isLinked: productions.length > 0,
  }));
}

/**
 * Changes the name that the producer's statements print from now on. It is a change of every open production, which must be sealed
 * again to show it. Throws `InvalidField` `name`, and `Conflict` `sealing_in_progress`.
 */
export async function renameProducer(
  ctx: Ctx<ProducerActor>,
  { name }: { name: string },
): Promise<{ changed: boolean }> {
  const { producerId: id } = ctx.actor;
  return inTransaction(async (tx) => {
    if (!(await setProducerName(tx, id, name))) return { changed: false };
    // That locked the producer, so no seal starts meanwhile.
    const open = { production: { producerId: id }, sealedAt: null, failure: null };
    if ((await tx.sealedPackage.count({ where: open })) > 0) {
      throw new Conflict("sealing_in_progress", "The records of a production are being sealed. Try again in a minute.");
    }
    await tx.$executeRaw`
      UPDATE productions SET revision = revision + 1 WHERE id IN (
        SELECT id FROM productions WHERE producer_id = ${id} AND status IN ('pending_documentation', 'documented')
        ORDER BY id FOR NO KEY UPDATE)`;
    // The ledger holds no legal names, and a producer's may be one.
    record(tx, { ctx, action: "producer.renamed", subject: { kind: "producer", id } });
    return { changed: true };
  });
}
