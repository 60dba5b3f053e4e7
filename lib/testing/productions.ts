import { attest } from "@/lib/domain/acts";
import type { Ctx, ProducerActor } from "@/lib/domain/core/context";
import { clock } from "@/lib/platform/clock";
import { db, inTransaction, type Prisma } from "@/lib/platform/db";
import { newId } from "@/lib/platform/ids";
import { ctxFor, freshEmail, makeAccount, makeIdentity, makePartner, makeUser } from "./factories";
import { makeGreenlitScene } from "./scenes";

type Plan = { id: string; plan: "creator_pays" | "platform_pays" };
export type MadeProducer = Awaited<ReturnType<typeof makeProducer>>;
export type MadeProduction = Awaited<ReturnType<typeof makeProduction>>;

/** A producer who works with the partners (with a new one by default), and their person as `user`. */
export async function makeProducer(
  partners?: readonly Plan[],
  { name = "Lake Films LLC", user }: { name?: string; user?: { id: string } } = {},
) {
  const works = partners ?? [await makePartner()];
  const person = user
    ? await db.user.findUniqueOrThrow({ where: { id: user.id } })
    : await makeUser({ email: freshEmail("producer") });
  const now = clock.now();
  const producer = await db.producer.create({
    data: {
      id: newId(),
      userId: person.id,
      name,
      createdAt: now,
      partners: { create: works.map(({ id: partnerId }) => ({ partnerId, joinedAt: now })) },
    },
  });
  return { ...producer, user: person, partners: works };
}

/** The producer, on their own pages. */
export const producerCtx = ({ id, userId }: { id: string; userId: string }): Ctx<ProducerActor> =>
  ctxFor({ kind: "producer", userId, producerId: id });

type ProductionOptions = Partial<Prisma.ProductionUncheckedCreateInput> & {
  /** A new one's by default. */
  producer?: MadeProducer;
  /** The linked partners: those of the producer by default. */
  partners?: readonly Plan[];
  /** The addresses of a greenlit scene's performers: one person by default. Its uploader is the producer's own account. */
  performers?: readonly string[];
  /** How many depictions it has. */
  depictions?: number;
};

/** A production that is ready to be sealed, of a producer with a greenlit scene. */
export async function makeProduction({
  producer: given,
  partners: linked,
  performers = [freshEmail("performer")],
  depictions = 1,
  status = "pending_documentation",
  documentedAt = null,
  ...data
}: ProductionOptions = {}) {
  const producer = given ?? (await makeProducer());
  const [id, createdAt] = [newId(), data.createdAt ? new Date(data.createdAt) : clock.now()];
  const partners = linked ?? producer.partners;
  await db.production.create({
    data: {
      id,
      producerId: producer.id,
      title: "Summer at the lake",
      productionDate: new Date("2026-09-04T00:00:00.000Z"),
      createdAt,
      partners: { create: partners.map((partner) => ({ partnerId: partner.id, linkedAt: createdAt })) },
      ...data,
    },
  });
  const scene = performers.length > 0 ? await addPeople(id, { producer, performers }) : null;
  if (depictions > 0) await addDepictions(id, depictions);
  // Only an open production gets people and depictions, and it is taken down before that is complete.
  for (const next of status === "takedown_complete" ? (["takedown_pending", status] as const) : [status]) {
    await db.production.update({
      where: { id },
      data: { status: next, documentedAt: documentedAt ?? (status === "documented" ? createdAt : null) },
    });
  }
  const production = await db.production.findUniqueOrThrow({ where: { id } });
  return { ...production, producer, partners, scene };
}

/** A greenlit scene that the producer uploaded, with all its people in the production. */
async function addPeople(
  productionId: string,
  { producer, performers }: { producer: MadeProducer; performers: readonly string[] },
) {
  const partner = producer.partners[0] ?? (await makePartner());
  const account =
    (await db.soloAccount.findFirst({ where: { partnerId: partner.id, userId: producer.userId } })) ??
    (await makeAccount(partner, { status: "active", userId: producer.userId, email: producer.user.email }));
  const scene = await makeGreenlitScene(partner, {
    uploaderAccountId: account.id,
    performers: await Promise.all(performers.map((email) => signedPerformer(email))),
  });
  await joinPeople(productionId, scene, account);
  return scene;
}

type Scene = { id: string; performers: readonly { id: string; email: string }[] };

/** Names a scene's uploader and performers in a production. */
export async function joinPeople(productionId: string, scene: Scene, uploader: { email: string }): Promise<void> {
  await db.productionPerformer.createMany({
    data: [{ email: uploader.email, id: null }, ...scene.performers].map((person) => ({
      id: newId(),
      productionId,
      email: person.email,
      sceneId: scene.id,
      scenePerformerId: person.id,
      addedAt: clock.now(),
    })),
  });
}

/** What a scene keeps about a performer who signed their release. `isVerified`: and whose ID was verified. */
export async function signedPerformer(email: string, { isVerified = true } = {}) {
  const [id, signedAt] = [newId(), clock.now()];
  const user = (await db.user.findUnique({ where: { email } })) ?? (await makeUser({ email }));
  if (isVerified && !(await db.identity.findUnique({ where: { userId: user.id } }))) await makeIdentity(user);
  const releaseId = await inTransaction((tx) =>
    attest(tx, {
      kind: "release",
      subjectKind: "scene_performer",
      subjectId: id,
      text: "I agree.",
      signedName: "Ada Example",
      proof: "mail_link",
      userId: user.id,
      email,
      ip: "203.0.113.9",
      attestedAt: signedAt,
    }),
  );
  return { id, email, userId: user.id, releaseId, signedAt, consentedAt: isVerified ? signedAt : null };
}

/** A production without performers that lists one file, at this URL or with this hash. */
export async function makeProductionOf(data: Listed) {
  const production = await makeProduction({ performers: [], depictions: 0 });
  await addDepictions(production.id, 1, data);
  return production;
}

type Listed = { url?: string; sha256?: Buffer<ArrayBuffer>; depictionId?: string };

/** Depictions of a production, each with a URL of its own and a hash. */
export async function addDepictions(productionId: string, count: number, data: Listed = {}): Promise<void> {
  const rows = Array.from({ length: count }, () => newId());
  await db.productionDepiction.createMany({
    data: rows.map((id) => ({
      id,
      productionId,
      url: `https://platform.example.com/videos/${id}`,
      sha256: Buffer.alloc(32, id),
      title: "Summer at the lake",
      producedOn: new Date("2026-09-04T00:00:00.000Z"),
      addedAt: clock.now(),
      ...data,
    })),
  });
}
