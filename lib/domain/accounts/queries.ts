import type { Ctx, PartnerKeyActor, PortalUserActor } from "@/lib/domain/core/context";
import { countWeeks, type Weeks } from "@/lib/domain/core/weeks";
import { batchCalls } from "@/lib/platform/batch-calls";
import { db, Prisma, rows, rowsIn, type Tx } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { NotFound } from "@/lib/platform/errors";
import { isId } from "@/lib/platform/ids";
import { storedAddress } from "@/lib/platform/wire";
import type { SoloAccount } from "@/prisma/generated/client";
import { currentPartnerUrl, type LinkRow } from "./onboarding-links";
import type {
  DeactivatedSoloAccount,
  ProvisionedSoloAccount,
  ReactivatedSoloAccount,
  ReadSoloAccount,
} from "./schemas";
import { type FundedBy, SOLO_STATUSES, type SoloStatus, type SuspendReason } from "./states";

// Plain `pg`: this is the service's hottest read, and one statement answers it.
const COLUMNS = `a.id, a.external_user_id, a.status, a.created_at, a.verified_at,
         a.suspended_at, a.suspend_reason,
         l.serial, l.token_hash, l.expires_at, s.slug AS statement_slug`;
const JOINED = `LEFT JOIN LATERAL (
    SELECT serial, token_hash, expires_at FROM onboarding_links
    WHERE account_id = a.id AND kind = 'partner' ORDER BY serial DESC LIMIT 1
  ) l ON a.status <> 'active'
  LEFT JOIN statements s ON a.status = 'active' AND s.user_id = a.user_id AND s.published_version IS NOT NULL`;
const SELECT_ACCOUNT = `SELECT ${COLUMNS} FROM solo_accounts a ${JOINED}`;

/** The query of the API's most frequent call. `npm run bench` gives it to the servers it compares with. */
export const FIND_ACCOUNT = `${SELECT_ACCOUNT} WHERE a.id = $1 AND a.partner_id = $2`;

// Batches calls of different partners. The join finds each account under its own call's partner only, and `n` returns it to
// that call. JSON, because PostgreSQL would replan for arrays of another length.
const FIND_ACCOUNTS = `
  SELECT call.n, ${COLUMNS}
  FROM json_to_recordset($1::json) call(n int, account_id text, partner_id text)
  JOIN solo_accounts a ON a.id = call.account_id AND a.partner_id = call.partner_id ${JOINED}`;

const findBatched = batchCalls<{ partnerId: string; accountId: string }, AccountRow | null>(
  async (calls) => {
    const all = await rows<AccountRow & { n: number }>({
      name: "find_accounts",
      text: FIND_ACCOUNTS,
      values: [JSON.stringify(calls.map((call, n) => ({ n, account_id: call.accountId, partner_id: call.partnerId })))],
    });
    const found = new Map(all.map(({ n, ...account }) => [n, account]));
    return calls.map((_, n) => found.get(n) ?? null);
  },
  { size: 100, maxWaitMs: 1, concurrency: 8 },
);

/** A partner's account by its id; null if there is none or it is another partner's. */
export async function findAccount(partnerId: string, accountId: string): Promise<AccountRow | null> {
  // An invalid id could make the whole batch fail.
  return isId(accountId) ? findBatched({ partnerId, accountId }) : null;
}

/** The account that a provision call repeats: with the same external id, else with the same address. */
export async function findRepeated(
  partnerId: string,
  { externalUserId, email }: { externalUserId: string; email: string },
): Promise<AccountRow | null> {
  const found = await rows<AccountRow>({
    name: "find_repeated_account",
    text: `${SELECT_ACCOUNT} WHERE a.partner_id = $1 AND (a.external_user_id = $2 OR a.email = $3)
           ORDER BY a.external_user_id = $2 DESC LIMIT 1`,
    values: [partnerId, externalUserId, email],
  });
  return found[0] ?? null;
}

/**
 * Read one of the partner's creators. Writes nothing, unless the account is pending and its onboarding link has expired.
 * The URL is present only while pending. A repeated provision call omits it only when active, as the contract says.
 * Contract: Solo accounts, read. Throws `NotFound`.
 */
export async function readAccount(
  ctx: Ctx<PartnerKeyActor | PortalUserActor>,
  accountId: string,
): Promise<ReadSoloAccount> {
  const account = await findAccount(ctx.actor.partnerId, accountId);
  if (!account) throw new NotFound();
  const pending = account.status === "pending_id_verification" || account.status === "subscribed_pending_id";
  return presentAccount(account, pending ? await currentPartnerUrl(account.id, account) : undefined);
}

/** Where counting stops: a status with more creators is reported as this number plus one. */
export const COUNTED_AT_MOST = 100_000;

// Each status is one range of the database index (partner_id, status, id), cut by the limit.
const COUNT = {
  name: "count_accounts",
  text: `
    SELECT s.status, n.count FROM unnest($2::solo_status[]) AS s (status)
    CROSS JOIN LATERAL (
      SELECT count(*)::int AS count FROM (
        SELECT 1 FROM solo_accounts a WHERE a.partner_id = $1 AND a.status = s.status LIMIT $3
      ) AS counted
    ) AS n`,
};

/** How many of the partner's creators have each status. */
export async function countAccounts(ctx: Ctx<PortalUserActor>): Promise<Record<SoloStatus, number>> {
  const found = await rows<{ status: SoloStatus; count: number }>({
    ...COUNT,
    values: [ctx.actor.partnerId, SOLO_STATUSES, COUNTED_AT_MOST + 1],
  });
  const counts = { pending_id_verification: 0, subscribed_pending_id: 0, active: 0, suspended: 0 };
  for (const { status, count } of found) counts[status] = count;
  return counts;
}

/** How many creators the partner provisioned in each of the last two weeks. */
export const countNewAccounts = ({ actor }: Ctx<PortalUserActor>): Promise<Weeks> =>
  countWeeks("solo_accounts", actor.partnerId);

type AccountHit = { id: string; externalUserId: string; email: string; status: SoloStatus };

const FOUND = { id: true, externalUserId: true, email: true, status: true } as const;

/** The partner's creators with exactly this email, external id or account id. Each is one lookup in a unique database index. */
export async function findAccounts(ctx: Ctx<PortalUserActor>, text: string): Promise<AccountHit[]> {
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

/** An account whose row this transaction has locked. No other transaction can change it until this one ends. */
export type LockedAccount = {
  id: string;
  partnerId: string;
  externalUserId: string;
  fundedBy: FundedBy;
  status: SoloStatus;
  suspendReason: SuspendReason | null;
  suspendedAt: Date | null;
  verifiedAt: Date | null;
  reinstatedAt: Date | null;
};

/**
 * Lock an account for the rest of the transaction. Facts are read in a later statement, never in this one: a statement
 * that waited for the lock would see what it joined as it was before the wait.
 * With `partnerId`, another partner's account is `NotFound`, like one that does not exist.
 */
export async function lockAccount(
  tx: Tx,
  { id, partnerId = null }: { id: string; partnerId?: string | null },
): Promise<LockedAccount> {
  const [row] = await rowsIn<LockedAccount>(tx)`
    SELECT id, partner_id, external_user_id, funded_by::text AS funded_by,
           status::text AS status, suspend_reason::text AS suspend_reason, suspended_at,
           verified_at, reinstated_at
    FROM solo_accounts
    WHERE id = ${id} AND partner_id = coalesce(${partnerId}::text, partner_id)
    FOR NO KEY UPDATE`;
  if (!row) throw new NotFound();
  return row;
}

/** The funding of new accounts, in a statement that reads the partner's row. Creators who already pay keep paying. */
export const fundingByPlan = Prisma.sql`CASE plan WHEN 'platform_pays' THEN 'platform' ELSE 'creator' END::funding`;

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
