import type { Ctx, PortalUserActor } from "@/lib/domain/context";
import { db } from "@/lib/platform/db";
import { isId } from "@/lib/platform/ids";
import { storedAddress } from "@/lib/platform/wire";
import type { SoloStatus } from "./states";

export type FoundAccount = { id: string; externalUserId: string; email: string; status: SoloStatus };

const FOUND = { id: true, externalUserId: true, email: true, status: true } as const;

/** The partner's creators with this email, external id or account id, whole. Each is one look into a unique index. */
export async function findAccounts(ctx: Ctx<PortalUserActor>, text: string): Promise<FoundAccount[]> {
  const { partnerId } = ctx.actor;
  const lower = text.toLowerCase();
  const found = await Promise.all([
    db.soloAccount.findUnique({ where: { partnerId_email: { partnerId, email: storedAddress(text) } }, select: FOUND }),
    db.soloAccount.findUnique({
      where: { partnerId_externalUserId: { partnerId, externalUserId: text } },
      select: FOUND,
    }),
    isId(lower) ? db.soloAccount.findUnique({ where: { id: lower, partnerId }, select: FOUND }) : null,
  ]);
  return [...new Map(found.flatMap((account) => (account ? [[account.id, account] as const] : []))).values()];
}
