import type { Ctx, PartnerKeyActor, PortalUserActor, ProducerActor } from "@/lib/domain/core/context";
import { record } from "@/lib/domain/core/ledger";
import { assertMay } from "@/lib/domain/parties/people";
import { findPartnersProducer } from "@/lib/domain/parties/producers";
import { clock } from "@/lib/platform/clock";
import { inTransaction, type Tx } from "@/lib/platform/db";
import { DAY_MS, MINUTE_MS } from "@/lib/platform/duration";
import { env } from "@/lib/platform/env";
import { Conflict, InvalidField } from "@/lib/platform/errors";
import { newId, timeOfId } from "@/lib/platform/ids";
import { sendMail } from "@/lib/platform/mail/send-mail";
import { storedAddress } from "@/lib/platform/wire";
import { type DetailsInput, readDetails } from "./details";
import type { ProductionStatus } from "./labels";
import { productionRegisteredMail } from "./mails";

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
