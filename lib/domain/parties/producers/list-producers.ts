import type { Ctx, PortalUserActor, SystemActor } from "@/lib/domain/core/context";
import { field, NEWEST, partnerList, type RowIn } from "@/lib/domain/core/lists";
import { clock } from "@/lib/platform/clock";
import { db, Prisma } from "@/lib/platform/db";
import { NotFound } from "@/lib/platform/errors";
import { emailAddress } from "@/lib/platform/wire";

/**
 * The partner's producers, newest first. An invited person appears only as an invitation until they accept, whether or not they are a
 * producer elsewhere.
 */
export const linkedProducerList = partnerList({
  from: "producer_partners l JOIN producers p ON p.id = l.producer_id JOIN users u ON u.id = p.user_id",
  scope: ({ actor }) => Prisma.sql`l.partner_id = ${actor.partnerId}`,
  order: NEWEST,
  select: {
    id: field.text("l.producer_id"),
    name: field.text("p.name"),
    email: field.text("u.email"),
    joinedAt: field.time("l.joined_at"),
  },
  filters: {},
});

/** A producer who accepted the partner's invitation. */
export type ListedProducer = RowIn<typeof linkedProducerList>;

const OPEN_SHOWN = 200;

/** The partner's invitations that were neither accepted nor withdrawn, newest first. */
export async function listProducerInvitations({ actor: { partnerId } }: Ctx<PortalUserActor>) {
  const invited = await db.producerInvitation.findMany({
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
  });
  return invited.map(({ invitedBy, createdAt, ...row }) => ({
    ...row,
    invitedBy: invitedBy && (invitedBy.name ?? invitedBy.email),
    sentAt: createdAt,
    expired: row.expiresAt <= clock.now(),
  }));
}

export type ListedInvitation = Awaited<ReturnType<typeof listProducerInvitations>>[number];

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
