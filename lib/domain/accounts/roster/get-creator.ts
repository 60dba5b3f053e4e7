import { z } from "zod";
import { readAccount } from "@/lib/domain/accounts";
import {
  type ReadSoloAccount,
  SOLO_STATUSES,
  type SoloStatus,
  SUSPEND_REASONS,
  type SuspendReason,
} from "@/lib/domain/accounts/schemas";
import type { Ctx, PortalUserActor } from "@/lib/domain/core/context";
import { whoInWords } from "@/lib/domain/core/ledger";
import { db } from "@/lib/platform/db";
import { NotFound } from "@/lib/platform/errors";
import type { LedgerEntry, SoloAccount } from "@/prisma/generated/client";

/** What a creator's page shows: the API's account, what the partner sent, and the history. */
export type Creator = ReadSoloAccount &
  Pick<SoloAccount, "email" | "firstName" | "lastName" | "callbackUrl" | "redirectUrl"> & {
    /** The partner deactivated them. */
    isDeactivated: boolean;
    /** They pay for their own subscription, so a deactivation fails with 409. */
    paysThemselves: boolean;
    /** The platform pays for them and its fee has lapsed, so a reactivation fails with 422. */
    feeUnpaid: boolean;
    history: CreatorEvent[];
  };

/** One of the partner's creators. Like an API read, it renews an expired onboarding link. Throws `NotFound`. */
export async function getCreator(ctx: Ctx<PortalUserActor>, accountId: string): Promise<Creator> {
  const { partnerId } = ctx.actor;
  const account = await readAccount(ctx, accountId);
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
        suspensions: { where: { kind: "partner", liftedAt: null }, select: { id: true } },
        partner: { select: { platformFeeLapsedAt: true } },
      },
    }),
    creatorHistory(partnerId, accountId),
  ]);
  if (!sent) throw new NotFound();
  const { fundedBy, suspensions, partner, ...rest } = sent;
  const paysThemselves = fundedBy === "creator";
  const feeUnpaid = !paysThemselves && partner.platformFeeLapsedAt !== null;
  return { ...account, ...rest, isDeactivated: suspensions.length > 0, paysThemselves, feeUnpaid, history };
}

/** The URLs of the partner's latest creator, as suggestions for the next one. */
export async function lastProvisioned({
  actor: { partnerId },
}: Ctx<PortalUserActor>): Promise<{ callbackUrl: string; redirectUrl: string | null } | null> {
  return db.soloAccount.findFirst({
    where: { partnerId },
    orderBy: { id: "desc" },
    select: { callbackUrl: true, redirectUrl: true },
  });
}

const SHOWN = 200;

/** One event of a creator's timeline, as the partner may see it. */
type CreatorEvent = { id: string; at: Date } & (
  | { what: "provisioned" | "deactivated" | "reactivated"; by: string }
  | { what: "status"; from: SoloStatus | null; to: SoloStatus; reason: SuspendReason | null }
);

type Line = { id: string } & Pick<LedgerEntry, "at" | "action" | "actorKind" | "actorId" | "reason" | "detail">;

const Detail = z
  .object({ from: z.enum(SOLO_STATUSES).nullable().catch(null), to: z.enum(SOLO_STATUSES) })
  .nullable()
  .catch(null);
const Reason = z.enum(SUSPEND_REASONS).nullable().catch(null);

/**
 * A creator's history for the partner, newest first: provisioning, the partner's own deactivations, and each change of
 * the status the API shows. Nothing about links, mails, ID decisions or suspensions by others. It is the same whether
 * the email was unknown, belonged to someone, or its person declined.
 */
async function creatorHistory(partnerId: string, accountId: string): Promise<CreatorEvent[]> {
  const lines = await db.$queryRaw<Line[]>`
    SELECT seq::text AS id, at, action, actor_kind AS "actorKind", actor_id AS "actorId", reason, detail
    FROM ledger_entries
    WHERE subject_kind = 'solo_account' AND subject_id = ${accountId} AND partner_id = ${partnerId}
      AND (action IN ('solo_account.provisioned', 'solo_account.status_changed')
           OR action IN ('solo_account.hold_placed', 'solo_account.hold_lifted') AND reason = 'partner_deactivated')
    ORDER BY seq DESC LIMIT ${SHOWN}`;
  const who = await whoInWords(
    partnerId,
    lines.map(({ actorKind, actorId }) => ({ kind: actorKind, id: actorId })),
  );
  return lines.flatMap((line) => {
    const { id, at, action, actorKind, actorId } = line;
    if (action === "solo_account.status_changed") return changeOf(line);
    const by = who({ kind: actorKind, id: actorId });
    if (action === "solo_account.provisioned") return [{ id, at, what: "provisioned", by }];
    return [{ id, at, what: action === "solo_account.hold_placed" ? "deactivated" : "reactivated", by }];
  });
}

function changeOf({ id, at, reason, detail }: Line): CreatorEvent[] {
  const change = Detail.parse(JSON.parse(detail));
  return change ? [{ id, at, what: "status", ...change, reason: Reason.parse(reason) }] : [];
}
