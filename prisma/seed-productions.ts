import type { Ctx, PartnerKeyActor, PortalUserActor, ProducerActor, SystemActor } from "@/lib/domain/core/context";
import { ensureUser } from "@/lib/domain/parties/people";
import { acceptProducerInvitation, inviteProducer } from "@/lib/domain/parties/producers";
import { addDepiction, addScene, beginSeal, readSealStatement, registerProduction } from "@/lib/domain/productions";
import { importCertificates, revokeCertificate } from "@/lib/domain/productions/certificates";
import { startJob } from "@/lib/domain/productions/verification-jobs";
import { clock } from "@/lib/platform/clock";
import { db, inTransaction } from "@/lib/platform/db";
import { DAY_MS } from "@/lib/platform/duration";

import type { Moment } from "./seed-scenes";

type PartnerCtx = Ctx<PartnerKeyActor>;

export const PRODUCER = { email: "producer@lakefilms.example.com", name: "Lake Films LLC" };
const GREENLIT = "Studio portraits";
const JOB = { jobId: "nl-job-1", performers: [{ email: "noor@performers.example.com" }] };

/**
 * `is`: it waits for the performer of a verification job, is ready to be sealed, is sealed, or has a certificate from before we kept
 * signed ones, which ends soon or is revoked.
 */
type DemoProduction = {
  title: string;
  contentId: string;
  is: "waiting" | "ready" | "sealed" | "ends_soon" | "revoked";
};

const PRODUCTIONS: readonly DemoProduction[] = [
  { title: "Autumn in the city", contentId: "nl-film-1", is: "waiting" },
  { title: "Studio portraits", contentId: "nl-film-2", is: "ready" },
  { title: "Portraits on film", contentId: "nl-film-3", is: "sealed" },
  { title: "City nights", contentId: "nl-film-4", is: "ends_soon" },
  { title: "Lost weekend", contentId: "nl-film-5", is: "revoked" },
];

/**
 * Creates a producer of the demo partner with a production in each state. A job of the service makes the package of the sealed one.
 * Continues where an earlier run stopped.
 */
export async function seedProductions(ctx: Ctx<SystemActor>, partner: PartnerCtx, moment: Moment): Promise<void> {
  const producer = await makeProducer(ctx, partner);
  for (const [n, production] of PRODUCTIONS.entries()) {
    await moment(4 - 0.25 * n);
    const { is, title, contentId } = production;
    const id = (await findProduction(partner, contentId)) ?? (await register(partner, production));
    if (is === "waiting") await startJob(partner, { ...JOB, title, contentId, productionDate: SHOT, productionId: id });
    if (is !== "waiting") await complete(ctx, { id, title, producer, partner });
    if (is === "sealed") await seal({ id, producer });
    if (is === "ends_soon" || is === "revoked") await certify(ctx, { id, state: is });
  }
}

/** A day a month ago. */
const SHOT = new Date(Math.floor(clock.now().getTime() / DAY_MS - 30) * DAY_MS);

/** The producer, who accepted the partner's invitation. */
async function makeProducer(ctx: Ctx<SystemActor>, partner: PartnerCtx): Promise<Ctx<ProducerActor>> {
  const { partnerId } = partner.actor;
  const { id: userId } = await inTransaction((tx) => ensureUser(tx, PRODUCER.email));
  const linked = { producer: { userId }, partnerId };
  const known = await db.producerPartner.findFirst({ where: linked, select: { producerId: true } });
  const producerId = known?.producerId ?? (await invite(ctx, { partnerId, userId }));
  return { ...ctx, actor: { kind: "producer", userId, producerId }, ip: "203.0.113.22", userAgent: "Demo" };
}

async function invite(ctx: Ctx<SystemActor>, of: { partnerId: string; userId: string }): Promise<string> {
  const { invitationId } = await inviteProducer(ctx, { partnerId: of.partnerId, email: PRODUCER.email });
  const person = { ...ctx, actor: { kind: "person" as const, userId: of.userId } };
  return (await acceptProducerInvitation(person, { invitationId, name: PRODUCER.name })).producerId;
}

async function findProduction({ actor }: PartnerCtx, contentId: string): Promise<string | null> {
  const where = { createdByPartnerId: actor.partnerId, contentId };
  return (await db.production.findFirst({ where, select: { id: true } }))?.id ?? null;
}

async function register(partner: PartnerCtx, { title, contentId }: DemoProduction): Promise<string> {
  const input = { title, contentId, productionDate: SHOT, producerEmail: PRODUCER.email };
  return (await registerProduction(partner, input)).productionId;
}

type Completed = { id: string; title: string; producer: Ctx<ProducerActor>; partner: PartnerCtx };

/** The partner's owner adds a greenlit scene, and the producer a URL. */
async function complete(
  ctx: Ctx<SystemActor>,
  { id: productionId, title, producer, partner }: Completed,
): Promise<void> {
  if ((await db.productionDepiction.count({ where: { productionId } })) > 0) return;
  const { partnerId } = partner.actor;
  const { userId } = await db.partnerMember.findFirstOrThrow({ where: { partnerId, role: "owner" } });
  const actor: PortalUserActor = { kind: "portal_user", partnerId, userId, role: "owner" };
  const scene = await db.collabScene.findFirstOrThrow({ where: { partnerId, title: GREENLIT }, select: { id: true } });
  await addScene({ ...ctx, actor }, { productionId, sceneId: scene.id });
  const url = `https://northlight.example.com/films/${title.toLowerCase().replaceAll(" ", "-")}`;
  await addDepiction(producer, { productionId, url, title, date: SHOT.toISOString().slice(0, 10) });
}

/** The producer certifies the records. */
async function seal({ id: productionId, producer }: Pick<Completed, "id" | "producer">): Promise<void> {
  if ((await db.sealedPackage.count({ where: { productionId } })) > 0) return;
  const { shown } = await readSealStatement(producer, productionId);
  await beginSeal(producer, { productionId, shown, signedName: "Robin Lake" });
}

async function certify(
  ctx: Ctx<SystemActor>,
  { id: productionId, state }: { id: string; state: "ends_soon" | "revoked" },
): Promise<void> {
  const issuedAt = new Date("2026-08-01T00:00:00.000Z");
  const expiresAt = new Date(clock.now().getTime() + (state === "ends_soon" ? 20 : 300) * DAY_MS);
  await importCertificates(ctx, [
    { certificateId: `demo-${state}`, productionId, status: "CURRENT", issuedAt, expiresAt, partners: [] },
  ]);
  if (state === "revoked") await revokeCertificate(ctx, { productionId, reason: "A release turned out to be forged." });
}
