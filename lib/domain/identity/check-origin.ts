import { HOSTED_AREAS, type HostedArea } from "@/lib/domain/acts";
import type { Tx } from "@/lib/platform/db";

/** Where a check is started: a creator's onboarding, or the consent pages of a scene's performer. */
export type CheckOrigin = { accountId: string } | { performerId: string };

/** The same, of a stored check; both null for an import. */
type OriginIds = { accountId: string | null; performerId: string | null };

/** Where a check was started, with the platform for which it was; null for an import. */
export async function findOrigin(tx: Tx, { accountId, performerId }: OriginIds) {
  if (accountId) {
    const account = await tx.soloAccount.findUnique({ where: { id: accountId }, include: { partner: true } });
    return account && { kind: "account" as const, account, partnerName: account.partner.name };
  }
  if (!performerId) return null;
  const performer = await tx.scenePerformer.findUnique({
    where: { id: performerId },
    include: { scene: { include: { partner: { select: { id: true, name: true } } } } },
  });
  return performer && { kind: "performer" as const, performer, partnerName: performer.scene.partner.name };
}

export type FoundOrigin = NonNullable<Awaited<ReturnType<typeof findOrigin>>>;

/** The pages that a check was started from. */
export const areaOf = ({ performerId }: Pick<OriginIds, "performerId">): HostedArea =>
  HOSTED_AREAS[performerId ? "performer" : "solo_account"];
