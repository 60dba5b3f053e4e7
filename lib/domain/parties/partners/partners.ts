import { z } from "zod";
import type { Ctx, PortalUserActor, Role, SystemActor } from "@/lib/domain/core/context";
import { record } from "@/lib/domain/core/ledger";
import { clock } from "@/lib/platform/clock";
import { hashToken, randomToken } from "@/lib/platform/crypto";
import { db, inTransaction, Prisma, type Tx } from "@/lib/platform/db";
import { Conflict, NotFound } from "@/lib/platform/errors";
import { newId } from "@/lib/platform/ids";
import { emailAddress } from "@/lib/platform/wire";
import type { PartnerPlan, PartnerStatus } from "@/prisma/generated/client";
import { forgetPartnerKeys, issueKey, type PartnerLimits, PROMISED } from "../keys";
import { authorize, ensureUser, nameText, shortenSessions } from "../people";

/** Input for a new partner. */
export const CreatePartnerInput = z.object({
  name: nameText(200, "must not be empty"),
  plan: z.enum(["creator_pays", "platform_pays"]),
  ownerEmail: emailAddress,
  /** Whether a platform-pays partner may run collab scenes. */
  collabScenes: z.boolean().default(false),
  /** Whether this partner's pipeline may log content without a compliance copy. */
  copyOptional: z.boolean().default(false),
});

/**
 * Creates an active partner, its owner (a new user if needed) and its test key, whose secret is in the response only.
 * Contract: Authentication, 2. Throws `ZodError`.
 */
export async function createPartner(
  ctx: Ctx<SystemActor>,
  input: z.input<typeof CreatePartnerInput>,
): Promise<{ partnerId: string; ownerId: string; ownerEmail: string; testKey: string }> {
  const { ownerEmail, ...partner } = CreatePartnerInput.parse(input);
  return inTransaction(async (tx) => {
    const id = newId();
    const createdAt = clock.now();
    await tx.partner.create({ data: { id, ...partner, createdAt } });
    const owner = await ensureUser(tx, ownerEmail);
    await tx.partnerMember.create({ data: { id: newId(), partnerId: id, userId: owner.id, role: "owner", createdAt } });
    // As if invited, because invitations tell who was in a team after they left it.
    const accepted = {
      email: owner.email,
      role: "owner" as const,
      createdAt,
      expiresAt: createdAt,
      acceptedAt: createdAt,
    };
    await tx.partnerInvitation.create({
      data: { id: newId(), partnerId: id, tokenHash: hashToken(randomToken()), ...accepted },
    });
    await shortenSessions(tx, owner.id, "team");
    const { key } = await issueKey(tx, ctx, { partnerId: id, name: "Test key", mode: "test" });
    const detail = { plan: partner.plan, ownerId: owner.id };
    record(tx, { ctx, action: "partner.created", subject: { kind: "partner", id }, partnerId: id, detail });
    return { partnerId: id, ownerId: owner.id, ownerEmail: owner.email, testKey: key };
  });
}

/** Sets whether the platform fee has lapsed, for `billing`, which derives it. The partner is locked. */
export async function setFeeLapsed(tx: Tx, id: string, platformFeeLapsedAt: Date | null): Promise<void> {
  await tx.partner.update({ where: { id }, data: { platformFeeLapsedAt } });
}

/** Lapses the platform fee whatever was paid, since the first call, or ends that with null. The partner is locked. */
export async function holdFee(tx: Tx, id: string, at: Date | null): Promise<void> {
  await tx.partner.updateMany({
    where: { id, ...(at && { platformFeeHeldAt: null }) },
    data: { platformFeeHeldAt: at },
  });
}

/**
 * Activates a partner, or deactivates it so its calls get 403. Its records stay. Inactive days are not charged. `changed` is
 * false if it already had the status. Contract: Authentication, 6. Throws `NotFound`.
 */
export async function setPartnerStatus(
  ctx: Ctx<SystemActor>,
  { partnerId, status }: { partnerId: string; status: PartnerStatus },
): Promise<{ changed: boolean }> {
  const changed = await inTransaction(async (tx) => {
    const { count } = await tx.partner.updateMany({
      where: { id: partnerId, status: { not: status } },
      data: { status, ...(status === "active" && { countedSince: clock.now() }) },
    });
    if (count === 0 && !(await tx.partner.findUnique({ where: { id: partnerId }, select: { id: true } }))) {
      throw new NotFound(`There is no partner ${partnerId}.`);
    }
    if (count === 1) {
      if (status === "inactive") await keepServedDaysOfPartner(tx, partnerId);
      const action = status === "active" ? "partner.activated" : "partner.deactivated";
      record(tx, { ctx, action, subject: { kind: "partner", id: partnerId }, partnerId });
    }
    return count === 1;
  });
  forgetPartnerKeys(partnerId);
  return { changed };
}

/**
 * Sets the limits of a partner, on every node within a second or so. Those that `limits` doesn't name become what the contract
 * promises. Throws `NotFound`.
 */
export async function setPartnerLimits(
  ctx: Ctx<SystemActor>,
  { partnerId, ...limits }: { partnerId: string } & z.output<typeof PartnerLimits>,
): Promise<Record<keyof typeof PROMISED, number>> {
  const { keyLimit = null, addressLimit = null, endpointConcurrency = null } = limits;
  const data = { keyLimit, addressLimit, endpointConcurrency };
  await inTransaction(async (tx) => {
    const { count } = await tx.partner.updateMany({ where: { id: partnerId }, data });
    if (count === 0) throw new NotFound(`There is no partner ${partnerId}.`);
    const detail = { ...PROMISED, ...limits };
    record(tx, { ctx, action: "partner.limits_set", subject: { kind: "partner", id: partnerId }, partnerId, detail });
  });
  forgetPartnerKeys(partnerId);
  return { ...PROMISED, ...limits };
}

type ListedPartner = { id: string; name: string; status: PartnerStatus; plan: PartnerPlan; owners: string[] };

const PAGE = 200;

/** A page of partners for an operator, oldest first. Pass `next` as `after` for the next page; null at the end. */
export async function listPartners(
  _ctx: Ctx<SystemActor>,
  { after = "", limit = PAGE }: { after?: string; limit?: number } = {},
): Promise<{ partners: ListedPartner[]; next: string | null }> {
  const rows = await db.partner.findMany({
    where: { id: { gt: after } },
    orderBy: { id: "asc" },
    take: limit + 1,
    select: {
      id: true,
      name: true,
      status: true,
      plan: true,
      members: { where: { role: "owner" }, orderBy: { id: "asc" }, select: { user: { select: { email: true } } } },
    },
  });
  const partners = rows
    .slice(0, limit)
    .map(({ members, ...partner }) => ({ ...partner, owners: members.map(({ user }) => user.email) }));
  return { partners, next: rows.length > limit ? (partners.at(-1)?.id ?? null) : null };
}

/**
 * Sets whether each member of the partner's team needs a second factor. Members without one set it up before their next page. Throws
 * `Forbidden` unless the actor is an owner.
 */
export async function requireSecondFactor(
  ctx: Ctx<PortalUserActor>,
  { required }: { required: boolean },
): Promise<{ changed: boolean }> {
  const { partnerId } = ctx.actor;
  return inTransaction(async (tx) => {
    await authorize(tx, ctx, { partnerId, to: "manage_team" });
    const { count } = await tx.partner.updateMany({
      where: { id: partnerId, secondFactorRequired: !required },
      data: { secondFactorRequired: required },
    });
    const action = required ? "partner.second_factor_required" : "partner.second_factor_optional";
    if (count === 1) record(tx, { ctx, action, subject: { kind: "partner", id: partnerId }, partnerId });
    return { changed: count === 1 };
  });
}

// The platform fee is charged by days: those that run are known from the account, those that are over are kept here.

/**
 * Keep the days on which a locked account has been active until now, before that ends. Only those that its partner pays for,
 * and none on which the partner itself was inactive.
 */
export const keepServedDays = (tx: Tx, accountId: string): Promise<void> =>
  keep(tx, Prisma.sql`a.id = ${accountId} AND p.status = 'active'`);

/** Keep them for everybody whom a partner pays for, as the partner becomes inactive. The partner is locked. */
export const keepServedDaysOfPartner = (tx: Tx, partnerId: string): Promise<void> =>
  keep(tx, Prisma.sql`a.partner_id = ${partnerId}`);

async function keep(tx: Tx, whose: Prisma.Sql): Promise<void> {
  await tx.$executeRaw`
    INSERT INTO served_days (account_id, partner_id, first_day, last_day)
    SELECT a.id, a.partner_id, least(since.day, today.day), today.day
    FROM solo_accounts a JOIN partners p ON p.id = a.partner_id
    CROSS JOIN LATERAL (SELECT (greatest(coalesce(a.active_since, a.created_at), p.counted_since) AT TIME ZONE 'UTC')::date AS day) since
    CROSS JOIN LATERAL (SELECT (${clock.now()}::timestamptz AT TIME ZONE 'UTC')::date AS day) today
    WHERE ${whose} AND a.status = 'active' AND a.funded_by = 'platform'
    ON CONFLICT DO NOTHING`;
}

/**
 * Changes a team member's role. Throws `Forbidden` unless the actor is an owner, `NotFound` for a person who is not on the
 * team, `Conflict` `last_owner` for the only owner.
 */
export async function changeRole(
  ctx: Ctx<PortalUserActor>,
  { userId, role }: { userId: string; role: Role },
): Promise<{ changed: boolean }> {
  const { partnerId } = ctx.actor;
  return inTransaction(async (tx) => {
    await authorize(tx, ctx, { partnerId, to: "manage_team" });
    const member = await tx.partnerMember.findUnique({ where: { partnerId_userId: { partnerId, userId } } });
    if (!member) throw new NotFound("This person is no longer on the team.");
    if (member.role === role) return { changed: false };
    if (member.role === "owner") await needAnotherOwner(tx, { partnerId, userId });
    await tx.partnerMember.update({ where: { id: member.id }, data: { role } });
    const detail = { from: member.role, to: role };
    record(tx, { ctx, action: "partner_member.role_changed", subject: { kind: "user", id: userId }, detail });
    return { changed: true };
  });
}

/** Throws `Conflict` `last_owner` unless the team has another owner. The caller holds the partner's row. */
async function needAnotherOwner(tx: Tx, { partnerId, userId }: { partnerId: string; userId: string }): Promise<void> {
  const others = await tx.partnerMember.count({ where: { partnerId, role: "owner", userId: { not: userId } } });
  if (others === 0) {
    throw new Conflict("last_owner", "A team needs an owner. Make another person an owner first.");
  }
}

/**
 * Removes a person from the team: their next request to the portal is refused. Keys they created keep working. Owners
 * remove anyone; anyone may leave. Throws `Forbidden`, `NotFound`, `Conflict` `last_owner`.
 */
export async function removeMember(ctx: Ctx<PortalUserActor>, { userId }: { userId: string }): Promise<void> {
  const { partnerId } = ctx.actor;
  const leaves = userId === ctx.actor.userId;
  await inTransaction(async (tx) => {
    await authorize(tx, ctx, { partnerId, to: leaves ? "leave_team" : "manage_team" });
    const member = await tx.partnerMember.findUnique({ where: { partnerId_userId: { partnerId, userId } } });
    if (!member) throw new NotFound("This person is no longer on the team.");
    if (member.role === "owner") await needAnotherOwner(tx, { partnerId, userId });
    await tx.partnerMember.delete({ where: { id: member.id } });
    await tx.savedFilter.deleteMany({ where: { partnerId, userId, isShared: false } });
    const action = leaves ? "partner_member.left" : "partner_member.removed";
    record(tx, { ctx, action, subject: { kind: "user", id: userId }, detail: { role: member.role } });
  });
}
