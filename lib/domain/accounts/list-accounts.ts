import { z } from "zod";
import type { Ctx, PortalUserActor } from "@/lib/domain/context";
import { db } from "@/lib/platform/db";
import { isId } from "@/lib/platform/ids";
import { beyondId, pageOf, readCursor, readingOrder } from "@/lib/platform/keyset";
import { findUnstorableText } from "@/lib/platform/unstorable-text";
import { SOLO_STATUSES, type SoloStatus, type SuspendReason } from "./states";

const PAGE = 50;

/** What the roster can be narrowed by, as it stands in the page's address. What is not understood is left out. */
export const RosterFilters = z.object({
  /** An email, the partner's own user id or an account id, whole. */
  find: z
    .string()
    .trim()
    .max(450)
    .refine((text) => !findUnstorableText(text))
    .optional()
    .catch(undefined),
  status: z.enum(SOLO_STATUSES).optional().catch(undefined),
  cursor: z.string().optional().catch(undefined),
});
export type RosterFilters = z.infer<typeof RosterFilters>;

/** One creator as the partner may see them: what it sent, and what the API tells. */
export type RosterRow = {
  id: string;
  externalUserId: string;
  email: string;
  status: SoloStatus;
  suspendReason: SuspendReason | null;
  createdAt: Date;
  verifiedAt: Date | null;
};

export type RosterPage = { accounts: RosterRow[]; newer: string | null; older: string | null };

/** A page of the partner's creators, the newest first, by keyset over the account id. */
export async function listAccounts(ctx: Ctx<PortalUserActor>, filters: RosterFilters): Promise<RosterPage> {
  const cursor = readCursor(filters.cursor);
  const wanted = filters.find?.toLowerCase();
  const found = await db.soloAccount.findMany({
    where: {
      partnerId: ctx.actor.partnerId,
      ...(filters.status && { status: filters.status }),
      ...(wanted && {
        OR: [{ email: wanted }, { externalUserId: filters.find ?? "" }, ...(isId(wanted) ? [{ id: wanted }] : [])],
      }),
      ...beyondId(cursor),
    },
    orderBy: { id: readingOrder(cursor) },
    take: PAGE + 1,
    select: {
      id: true,
      externalUserId: true,
      email: true,
      status: true,
      suspendReason: true,
      createdAt: true,
      verifiedAt: true,
    },
  });
  const { rows, newer, older } = pageOf(found, { limit: PAGE, cursor });
  return { accounts: rows, newer, older };
}
