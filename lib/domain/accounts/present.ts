import { env } from "@/lib/platform/env";
import type { SoloAccount } from "@/prisma/generated/client";
import type { LinkRow } from "./onboarding-links";
import type {
  DeactivatedSoloAccount,
  ProvisionedSoloAccount,
  ReactivatedSoloAccount,
  ReadSoloAccount,
} from "./schemas";

/** What a partner's reads need of an account, with the newest link of the kind that partners hold. */
export type AccountRow = LinkRow &
  Pick<
    SoloAccount,
    "id" | "externalUserId" | "status" | "createdAt" | "verifiedAt" | "suspendedAt" | "suspendReason"
  > & {
    /** The end of the address of the creator's public statement; only while active, and while there is one. */
    statementSlug: string | null;
  };

type Named = { id: string; externalUserId: string };

const iso = (at: Date | null): string | undefined => at?.toISOString();

export function presentProvisioned(
  account: Pick<AccountRow, "id" | "status" | "createdAt">,
  onboardingUrl: string | undefined,
): ProvisionedSoloAccount {
  return {
    accountId: account.id,
    status: account.status,
    onboardingUrl,
    createdAt: account.createdAt.toISOString(),
  };
}

export function presentAccount(account: AccountRow, onboardingUrl: string | undefined): ReadSoloAccount {
  return {
    accountId: account.id,
    externalUserId: account.externalUserId,
    status: account.status,
    createdAt: account.createdAt.toISOString(),
    onboardingUrl,
    verifiedAt: iso(account.verifiedAt),
    suspendedAt: iso(account.suspendedAt),
    suspendReason: account.suspendReason ?? undefined,
    complianceStatementUrl: account.statementSlug ? `${env().baseUrl}/statements/${account.statementSlug}` : undefined,
  };
}

export function presentDeactivated(
  account: Named,
  { deactivated, since }: { deactivated: boolean; since: Date },
): DeactivatedSoloAccount {
  return {
    deactivated,
    accountId: account.id,
    externalUserId: account.externalUserId,
    status: "suspended",
    suspendedAt: since.toISOString(),
    suspendReason: "partner_deactivated",
  };
}

export function presentReactivated(
  account: Named & { status: ReactivatedSoloAccount["status"]; verifiedAt: Date | null },
  { reactivated }: { reactivated: boolean },
): ReactivatedSoloAccount {
  return {
    reactivated,
    accountId: account.id,
    externalUserId: account.externalUserId,
    status: account.status,
    verifiedAt: account.status === "active" ? iso(account.verifiedAt) : undefined,
  };
}
