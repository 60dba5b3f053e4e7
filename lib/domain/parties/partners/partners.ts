import { z } from "zod";
import type { Ctx, SystemActor } from "@/lib/domain/core/context";
import { record } from "@/lib/domain/core/ledger";
import { forgetPartnerKeys, issueKey } from "@/lib/domain/parties/keys";
import { ensureUser, nameText, shortenSessions } from "@/lib/domain/parties/people";
import { clock } from "@/lib/platform/clock";
import { hashToken, randomToken } from "@/lib/platform/crypto";
import { db, inTransaction, type Tx } from "@/lib/platform/db";
import { NotFound } from "@/lib/platform/errors";
import { newId } from "@/lib/platform/ids";
import { emailAddress } from "@/lib/platform/wire";
import type { PartnerPlan, PartnerStatus } from "@/prisma/generated/client";
import { keepServedDaysOfPartner } from "./served-days";

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
