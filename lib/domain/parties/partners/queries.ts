import type { Ctx, PersonActor, PortalUserActor } from "@/lib/domain/core/context";
import { PROMISED } from "@/lib/domain/parties/keys";
import { INVITATION, invitationState, may, openAt } from "@/lib/domain/parties/people";
import { clock } from "@/lib/platform/clock";
import { limitConcurrency } from "@/lib/platform/concurrency";
import { hashToken } from "@/lib/platform/crypto";
import { db, type Prisma } from "@/lib/platform/db";

/** A partner's team, owners first, and its invitations that were neither accepted nor withdrawn. */
export async function listTeam(ctx: Ctx<PortalUserActor>) {
  const { partnerId } = ctx.actor;
  const now = clock.now();
  const members = await db.partnerMember.findMany({
    where: { partnerId },
    orderBy: [{ role: "asc" }, { id: "asc" }],
    select: {
      role: true,
      createdAt: true,
      user: {
        select: {
          id: true,
          email: true,
          name: true,
          totpSecret: { select: { confirmedAt: true } },
          authenticators: { take: 1, select: { createdAt: true } },
          sessions: { orderBy: { lastSeenAt: "desc" }, take: 1, select: { lastSeenAt: true } },
        },
      },
    },
  });
  const { secondFactorRequired } = await db.partner.findUniqueOrThrow({
    where: { id: partnerId },
    select: { secondFactorRequired: true },
  });
  const seesFactors = may(ctx.actor.role, "manage_team");
  const invitations = await db.partnerInvitation.findMany({
    where: { partnerId, acceptedAt: null, withdrawnAt: null },
    orderBy: { id: "desc" },
    take: 200,
    select: {
      id: true,
      email: true,
      role: true,
      createdAt: true,
      expiresAt: true,
      invitedBy: { select: { name: true, email: true } },
    },
  });
  return {
    secondFactorRequired,
    members: members.map(({ role, createdAt, user }) => ({
      userId: user.id,
      email: user.email,
      name: user.name,
      role,
      since: createdAt,
      lastSeenAt: user.sessions[0]?.lastSeenAt ?? null,
      /** Only owners know. */
      hasFactor: seesFactors ? user.authenticators.length > 0 || Boolean(user.totpSecret?.confirmedAt) : null,
    })),
    invitations: invitations.map(({ invitedBy, createdAt, ...rest }) => ({
      ...rest,
      invitedBy: invitedBy && (invitedBy.name ?? invitedBy.email),
      sentAt: createdAt,
      expired: rest.expiresAt <= now,
    })),
  };
}

type Team = Awaited<ReturnType<typeof listTeam>>;
export type TeamMember = Team["members"][number];
export type TeamInvitation = Team["invitations"][number];

const TEAM_INVITATION = { ...INVITATION, role: true } as const;

type InvitationRow = Prisma.PartnerInvitationGetPayload<{ select: typeof TEAM_INVITATION }>;

const invitationView = ({ partner, invitedBy, acceptedAt, withdrawnAt, ...row }: InvitationRow) => ({
  ...row,
  partnerName: partner.name,
  invitedBy: invitedBy && (invitedBy.name ?? invitedBy.email),
  state: invitationState({ ...row, acceptedAt, withdrawnAt }, clock.now()),
});

/** A team invitation as the invited person sees it. */
export type InvitationView = ReturnType<typeof invitationView>;

/** The invitation behind a mailed link; null for an unknown token. Reading it changes nothing. */
export async function findInvitation(token: string): Promise<InvitationView | null> {
  const row = await db.partnerInvitation.findUnique({
    where: { tokenHash: hashToken(token) },
    select: TEAM_INVITATION,
  });
  return row && invitationView(row);
}

/** Open invitations to the signed-in person's address. */
export async function listInvitationsOf(ctx: Ctx<PersonActor>): Promise<InvitationView[]> {
  const { email } = await db.user.findUniqueOrThrow({ where: { id: ctx.actor.userId }, select: { email: true } });
  const rows = await db.partnerInvitation.findMany({
    where: { email, ...openAt(clock.now()) },
    orderBy: { id: "desc" },
    select: TEAM_INVITATION,
  });
  return rows.map(invitationView);
}

/** The partner's limits in force: what the contract promises, or what an operator raised. */
export async function getLimits(ctx: Ctx<PortalUserActor>): Promise<Record<keyof typeof PROMISED, number>> {
  const raised = await db.partner.findUniqueOrThrow({
    where: { id: ctx.actor.partnerId },
    select: { keyLimit: true, addressLimit: true, endpointConcurrency: true },
  });
  return {
    keyLimit: raised.keyLimit ?? PROMISED.keyLimit,
    addressLimit: raised.addressLimit ?? PROMISED.addressLimit,
    endpointConcurrency: raised.endpointConcurrency ?? PROMISED.endpointConcurrency,
  };
}

/** The partner for the portal's pages. Throws if it doesn't exist. */
export function getPartner(ctx: Ctx<PortalUserActor>) {
  return db.partner.findUniqueOrThrow({
    where: { id: ctx.actor.partnerId },
    select: {
      id: true,
      name: true,
      plan: true,
      status: true,
      createdAt: true,
      collabScenes: true,
      copyOptional: true,
      platformFeeLapsedAt: true,
    },
  });
}

const overviews = limitConcurrency("overviews", { total: { ofConnections: 0.25 }, perKey: 1, waiting: 200 });

/**
 * Reads parts of the overview, one of a partner at a time: they ask many tables and count a busy week, and must leave connections
 * for others. Throws `Unavailable` while too many wait.
 */
export const readInTurn = <T>({ actor }: Ctx<PortalUserActor>, read: () => Promise<T>): Promise<T> =>
  overviews.run(read, actor.partnerId);
