import type { Ctx, PortalUserActor, SystemActor } from "@/lib/domain/core/context";
import { clock } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";
import { NotFound } from "@/lib/platform/errors";
import { beyondId, type Page, pageOf, readCursor, readingOrder } from "@/lib/platform/keyset";
import { emailAddress } from "@/lib/platform/wire";

/** A producer who accepted the partner's invitation. */
export type ListedProducer = { id: string; name: string; email: string; joinedAt: Date };

/** An invitation that was neither accepted nor withdrawn. */
export type ListedInvitation = {
  id: string;
  email: string;
  invitedBy: string | null;
  sentAt: Date;
  expiresAt: Date;
  expired: boolean;
};

const PAGE = 50;
const OPEN_SHOWN = 200;

/**
 * A page of the partner's producers, and its invitations that wait for an answer. An invited person appears only as an
 * invitation until they accept, whether or not they are a producer elsewhere.
 */
export async function listProducers(
  { actor: { partnerId } }: Ctx<PortalUserActor>,
  { cursor: sent }: { cursor?: string } = {},
): Promise<{ producers: Page<ListedProducer>; invitations: ListedInvitation[] }> {
  const cursor = readCursor(sent);
  const beyond = beyondId(cursor);
  const [linked, invited] = await Promise.all([
    db.producerPartner.findMany({
      where: { partnerId, ...("id" in beyond ? { producerId: beyond.id } : {}) },
      orderBy: { producerId: readingOrder(cursor) },
      take: PAGE + 1,
      select: { joinedAt: true, producer: { select: { id: true, name: true, user: { select: { email: true } } } } },
    }),
    db.producerInvitation.findMany({
      where: { partnerId, acceptedAt: null, withdrawnAt: null },
      orderBy: { id: "desc" },
      take: OPEN_SHOWN,
      select: {
        id: true,
        email: true,
        createdAt: true,
        expiresAt: true,
        invitedBy: { select: { name: true, email: true } },
      },
    }),
  ]);
  const rows = linked.map(({ joinedAt, producer: { id, name, user } }) => ({ id, name, email: user.email, joinedAt }));
  const now = clock.now();
  return {
    producers: pageOf(rows, { limit: PAGE, cursor }),
    invitations: invited.map(({ id, email, createdAt, expiresAt, invitedBy }) => ({
      id,
      email,
      invitedBy: invitedBy && (invitedBy.name ?? invitedBy.email),
      sentAt: createdAt,
      expiresAt,
      expired: expiresAt <= now,
    })),
  };
}

const PRODUCER = {
  id: true,
  name: true,
  createdAt: true,
  user: { select: { email: true } },
  partners: { orderBy: { partnerId: "asc" }, select: { partnerId: true, joinedAt: true } },
} as const;

type InspectedProducer = { id: string; name: string; email: string; partners: string[]; createdAt: Date };

/** Producers for operators, with the ids of their partners, oldest first, 200 at a time. `next` continues after the last one. */
export async function listAllProducers(
  _ctx: Ctx<SystemActor>,
  { after }: { after?: string },
): Promise<{ producers: InspectedProducer[]; next: string | null }> {
  const limit = 200;
  const found = await db.producer.findMany({
    ...(after === undefined ? {} : { where: { id: { gt: after } } }),
    orderBy: { id: "asc" },
    take: limit + 1,
    select: PRODUCER,
  });
  const producers = found.slice(0, limit).map(({ id, name, createdAt, user, partners }) => ({
    id,
    name,
    email: user.email,
    partners: partners.map(({ partnerId }) => partnerId),
    createdAt,
  }));
  return { producers, next: found.length > limit ? (producers.at(-1)?.id ?? null) : null };
}

/** A producer for operators, by id or address: partners, and invitations that wait for an answer. Throws `NotFound`. */
export async function viewProducer(_ctx: Ctx<SystemActor>, { producer: named }: { producer: string }) {
  const address = emailAddress.safeParse(named);
  const found = await db.producer.findFirst({
    where: address.success ? { user: { email: address.data } } : { id: named },
    select: PRODUCER,
  });
  if (!found) throw new NotFound(`There is no producer ${named}.`);
  const { user, ...producer } = found;
  const invitations = await db.producerInvitation.findMany({
    where: { email: user.email, acceptedAt: null, withdrawnAt: null },
    orderBy: { id: "asc" },
    select: { id: true, partnerId: true, createdAt: true, expiresAt: true },
  });
  return { ...producer, email: user.email, invitations };
}
