import { fillSearch } from "@/lib/domain/records/search";
import { db } from "@/lib/platform/db";
import { certify } from "./certificates";
import { eventsOf } from "./effects";
import { freshEmail, makeCustodian, makeDepiction, makePartner, staffCtx } from "./factories";
import { makeProducer, makeProduction } from "./productions";
import { fileRemoval, type MadeRemoval, readRemoval } from "./removals";
import { makeExtension, makeGreenlitScene, makePublication } from "./scenes";

// Requests about one record, as custodians' tests need them.

type Options = Parameters<typeof fileRemoval>[0];

/** A depiction of a new partner, in a request with its URL. */
export async function requestOfDepiction(data: Parameters<typeof makeDepiction>[1] = {}, options: Options = {}) {
  const partner = await makePartner();
  const depiction = await makeDepiction(partner, data);
  await fillSearch();
  const removal = await fileRemoval({ urls: [depiction.contentUrl], ...options });
  return { partner, depiction, removal, itemId: itemOf(removal, depiction).id };
}

/** A documented production of two partners, in a request with the address of its performer. */
export async function requestOfProduction(options: Options = {}) {
  const partners = [await makePartner(), await makePartner()] as const;
  const email = freshEmail("claimant");
  const production = await makeProduction({ producer: await makeProducer(partners), performers: [email] });
  await certify(production);
  const removal = await fileRemoval({ email, ...options });
  return { partners, productionId: production.id, email, removal, itemId: itemOf(removal, production).id };
}

/** A publication by a partner to which the scene was extended, in a request with its URL. */
export async function requestOfPublication() {
  const [owner, partner] = [await makePartner(), await makePartner()];
  const scene = await makeGreenlitScene(owner);
  await makeExtension(scene, partner);
  const publication = await makePublication(scene, { partnerId: partner.id });
  const removal = await fileRemoval({ urls: [publication.contentUrl] });
  return { owner, partner, scene, publication, removal, itemId: itemOf(removal, publication).id };
}

/** The item of a request that is about a record. */
export function itemOf({ items }: MadeRemoval, record: { id: string }): MadeRemoval["items"][number] {
  const item = items.find(
    (one) => one.depictionId === record.id || one.productionId === record.id || one.publicationId === record.id,
  );
  if (!item) throw new Error("The request has no such item");
  return item;
}

/** The clocks of a request's items. */
export const clocksOf = async (removal: { id: string }) =>
  (await readRemoval(removal)).items.flatMap(({ takedowns }) => takedowns);

export const statusOf = async ({ id }: { id: string }) =>
  (await db.removalRequest.findUniqueOrThrow({ where: { id } })).status;

/** What a partner's events of one type say. */
export const eventsFor = async (partner: { id: string }, type: string) =>
  (await eventsOf(partner)).filter((event) => event.type === type).map(({ data }) => data);

/** A new custodian. */
export const someCustodian = async () => staffCtx(await makeCustodian());
