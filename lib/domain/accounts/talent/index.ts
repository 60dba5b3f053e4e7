import type { Ctx, PartnerKeyActor } from "@/lib/domain/core/context";
import { db } from "@/lib/platform/db";
import type { TalentCheck } from "./schemas";

/**
 * Whether a creator whom this partner provisioned is verified. It reads the partner's own accounts only, so it reveals nothing
 * about other platforms or a person who has not approved the link. Contract: Talent check.
 */
export async function checkTalent(ctx: Ctx<PartnerKeyActor>, { email }: { email: string }): Promise<TalentCheck> {
  const account = await db.soloAccount.findUnique({
    where: { partnerId_email: { partnerId: ctx.actor.partnerId, email } },
    select: { status: true, verifiedAt: true },
  });
  return {
    found: account !== null,
    verified: account?.status === "active",
    lastVerifiedAt: account?.verifiedAt?.toISOString().slice(0, 10) ?? null,
  };
}
