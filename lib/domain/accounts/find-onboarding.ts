import { clock } from "@/lib/platform/clock";
import { hashToken } from "@/lib/platform/crypto";
import { db } from "@/lib/platform/db";
import type { LinkKind } from "./onboarding-links";
import type { FundedBy, SoloStatus, SuspendReason } from "./states";

/** What stands behind an onboarding link. */
export type Onboarding = {
  kind: LinkKind;
  issuedAt: Date;
  expired: boolean;
  account: {
    id: string;
    email: string;
    firstName: string | null;
    redirectUrl: string | null;
    status: SoloStatus;
    suspendReason: SuspendReason | null;
    /** Who pays for this account. */
    fundedBy: FundedBy;
    /** The linked person; null until an existing one approves. */
    userId: string | null;
    /** The question to an existing person, when one was asked. Never show it to a browser that has not proven the mailbox. */
    linkRequest: { userId: string; decision: "pending" | "approved" | "declined"; decidedAt: Date | null } | null;
  };
  /** `plan`: whether the platform pays for its creators or each pays for themselves. */
  partner: { id: string; name: string; plan: "creator_pays" | "platform_pays" };
};

/**
 * What an onboarding token leads to; null for one that was never issued. Only `mail` proves anything about the mailbox:
 * the platform holds the `partner` one as well. Looking consumes nothing. Contract: onboardingUrl.
 */
export async function findOnboarding(token: string): Promise<Onboarding | null> {
  const link = await db.onboardingLink.findUnique({
    where: { tokenHash: hashToken(token) },
    select: {
      kind: true,
      createdAt: true,
      expiresAt: true,
      account: {
        select: {
          id: true,
          email: true,
          firstName: true,
          redirectUrl: true,
          status: true,
          suspendReason: true,
          fundedBy: true,
          userId: true,
          linkRequest: { select: { userId: true, decision: true, decidedAt: true } },
          partner: { select: { id: true, name: true, plan: true } },
        },
      },
    },
  });
  if (!link) return null;
  const { partner, ...account } = link.account;
  const { kind, createdAt: issuedAt, expiresAt } = link;
  return { kind, issuedAt, expired: expiresAt <= clock.now(), account, partner };
}
