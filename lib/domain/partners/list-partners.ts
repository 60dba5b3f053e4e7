import type { Ctx, SystemActor } from "@/lib/domain/context";
import { db } from "@/lib/platform/db";
import type { PartnerPlan, PartnerStatus } from "@/prisma/generated/client";

export type ListedPartner = { id: string; name: string; status: PartnerStatus; plan: PartnerPlan; owners: string[] };

const PAGE = 200;

/** Partners for an operator, the oldest first, from the one after `after`; `next` is what to go on after, null at the end. */
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
