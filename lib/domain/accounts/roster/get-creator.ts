import { z } from "zod";
import { readAccount } from "@/lib/domain/accounts";
import type { ReadSoloAccount } from "@/lib/domain/accounts/schemas";
import { REASON_WORDS, SOLO_STATUSES, STATUS_WORDS, SUSPEND_REASONS } from "@/lib/domain/accounts/states";
import type { Ctx, PortalUserActor } from "@/lib/domain/core/context";
import { type HistoryLine, partnerHistory } from "@/lib/domain/core/ledger";
import { db } from "@/lib/platform/db";
import { NotFound } from "@/lib/platform/errors";
import type { SoloAccount } from "@/prisma/generated/client";

/** What a creator's page shows: the API's account, what the partner sent, and the history. */
export type Creator = ReadSoloAccount &
  Pick<SoloAccount, "email" | "firstName" | "lastName" | "callbackUrl" | "redirectUrl"> & {
    /** The partner deactivated them. */
    isDeactivated: boolean;
    /** They pay for their own subscription, so a deactivation fails with 409. */
    paysThemselves: boolean;
    /** The platform pays for them and its fee has lapsed, so a reactivation fails with 422. */
    feeUnpaid: boolean;
    history: HistoryLine[];
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

const Status = z.enum(SOLO_STATUSES).nullable().catch(null);
const Reason = z.enum(SUSPEND_REASONS).nullable().catch(null);

/**
 * A creator's history for the partner, newest first: provisioning, the partner's own deactivations, and each change of
 * the status the API shows. Nothing about links, mails, ID decisions or suspensions by others. It is the same whether
 * the email was unknown, belonged to someone, or its person declined.
 */
async function creatorHistory(partnerId: string, accountId: string): Promise<HistoryLine[]> {
  const about = [{ kind: "solo_account", ids: [accountId] }] as const;
  const entries = await partnerHistory("partner", { partnerId, about, take: SHOWN });
  return entries.flatMap(({ id, at, action, did, by, reason, detail }): HistoryLine[] => {
    if (action !== "solo_account.status_changed") return [{ id, at, did, by }];
    const [from, to, why] = [Status.parse(detail.from ?? null), Status.parse(detail.to ?? null), Reason.parse(reason)];
    if (!to) return [];
    const was = from && from !== to ? `was: ${STATUS_WORDS[from]}` : null;
    return [
      { id, at, did: STATUS_WORDS[to], more: [why && REASON_WORDS[why], was].filter(Boolean).join("; ") || null },
    ];
  });
}
