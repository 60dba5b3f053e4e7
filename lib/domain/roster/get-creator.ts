import { readAccount } from "@/lib/domain/accounts";
import type { ReadSoloAccount } from "@/lib/domain/accounts/schemas";
import type { Ctx, PortalUserActor } from "@/lib/domain/context";
import { db } from "@/lib/platform/db";
import { NotFound } from "@/lib/platform/errors";
import { type CreatorEvent, creatorHistory } from "./creator-history";

/** What a creator's page shows: what the API tells of the account, what the partner sent, and its own history. */
export type Creator = ReadSoloAccount & {
  email: string;
  firstName: string | null;
  lastName: string | null;
  callbackUrl: string;
  redirectUrl: string | null;
  /** The partner's own hold stands. */
  isDeactivated: boolean;
  /** They pay for their own subscription: a deactivation is refused with 409. */
  paysThemselves: boolean;
  /** The platform pays for them, and its fee has lapsed: a reactivation is refused with 422. */
  feeUnpaid: boolean;
  history: CreatorEvent[];
};

/**
 * One of the partner's creators. Like a read by the API it renews an onboarding link that has expired, and writes nothing
 * else. Throws `NotFound`.
 */
export async function getCreator(ctx: Ctx<PortalUserActor>, accountId: string): Promise<Creator> {
  const { partnerId } = ctx.actor;
  const told = await readAccount(ctx, accountId);
  const [sent, history] = await Promise.all([
    db.soloAccount.findUnique({
      where: { id: accountId, partnerId },
      select: {
        email: true,
        firstName: true,
        lastName: true,
        callbackUrl: true,
        redirectUrl: true,
        fundedBy: true,
        holds: { where: { kind: "partner", liftedAt: null }, select: { id: true } },
        partner: { select: { platformFeeLapsedAt: true } },
      },
    }),
    creatorHistory(partnerId, accountId),
  ]);
  if (!sent) throw new NotFound();
  const { fundedBy, holds, partner, ...rest } = sent;
  const paysThemselves = fundedBy === "creator";
  const feeUnpaid = !paysThemselves && partner.platformFeeLapsedAt !== null;
  return { ...told, ...rest, isDeactivated: holds.length > 0, paysThemselves, feeUnpaid, history };
}

/** Where the partner's latest creator was to be sent, and where its calls go: what the next one's are likely to be. */
export async function lastProvisioned({
  actor: { partnerId },
}: Ctx<PortalUserActor>): Promise<{ callbackUrl: string; redirectUrl: string | null } | null> {
  return db.soloAccount.findFirst({
    where: { partnerId },
    orderBy: { id: "desc" },
    select: { callbackUrl: true, redirectUrl: true },
  });
}
