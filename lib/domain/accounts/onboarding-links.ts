import { clock } from "@/lib/platform/clock";
import { hashToken, hmac } from "@/lib/platform/crypto";
import { pool, type Tx } from "@/lib/platform/db";
import { DAY_MS } from "@/lib/platform/duration";
import { env } from "@/lib/platform/env";
import { newId } from "@/lib/platform/ids";

/** `partner`: the link in API responses, which proves nothing about the mailbox. `mail`: the link in the creator's mail. */
export type LinkKind = "partner" | "mail";

/** The newest link of a kind, as a read finds it; nulls where the account has none. */
export type LinkRow = { serial: number | null; tokenHash: Buffer | null; expiresAt: Date | null };

const LIFE_MS = 7 * DAY_MS;

/** The token of one link. It is derived, not drawn: reads that race over an expired link arrive at the same next one. */
function tokenOf(accountId: string, kind: LinkKind, serial: number): string {
  return hmac("onboarding-link", `${accountId}:${kind}:${serial}`).toString("base64url");
}

/** Where a mailed link leads: to the question whether a platform may be linked, or into the onboarding. */
export type LinkPage = "onboard" | "approve";

const urlOf = (token: string, page: LinkPage = "onboard"): string => `${env().baseUrl}/${page}/${token}`;

/** Issue the next link of a kind and return its URL. The caller holds the account's row lock, or has just made the row. */
export async function issueLink(
  tx: Tx,
  { accountId, kind, page }: { accountId: string; kind: LinkKind; page?: LinkPage },
): Promise<{ id: string; url: string }> {
  const newest = await tx.onboardingLink.findFirst({
    where: { accountId, kind },
    orderBy: { serial: "desc" },
    select: { serial: true },
  });
  const serial = (newest?.serial ?? 0) + 1;
  const token = tokenOf(accountId, kind, serial);
  const now = clock.now();
  const id = newId();
  await tx.$executeRaw`
    INSERT INTO onboarding_links (id, account_id, partner_id, kind, serial, token_hash, created_at, expires_at)
    SELECT ${id}, id, partner_id, ${kind}, ${serial}, ${hashToken(token)}, ${now},
      ${new Date(now.getTime() + LIFE_MS)} FROM solo_accounts WHERE id = ${accountId}`;
  return { id, url: urlOf(token, page) };
}

/**
 * The URL to hand to the partner. Writes only when the newest link has expired, or was derived with a master key that has
 * been replaced since. Contract: Solo accounts, `onboardingUrl`.
 */
export async function currentPartnerUrl(accountId: string, newest: LinkRow): Promise<string> {
  const { serial, tokenHash, expiresAt } = newest;
  const now = clock.now();
  if (serial !== null && tokenHash && expiresAt && expiresAt > now) {
    const token = tokenOf(accountId, "partner", serial);
    if (hashToken(token).equals(tokenHash)) return urlOf(token);
  }
  const next = (serial ?? 0) + 1;
  const token = tokenOf(accountId, "partner", next);
  // Without a target: a read that races with this one has the same token too, and either unique index may meet it first.
  await pool().query({
    name: "rotate_onboarding_link",
    text: `INSERT INTO onboarding_links (id, account_id, partner_id, kind, serial, token_hash, created_at, expires_at)
           SELECT $1, id, partner_id, 'partner', $3, $4, $5, $6 FROM solo_accounts WHERE id = $2 ON CONFLICT DO NOTHING`,
    values: [newId(), accountId, next, hashToken(token), now, new Date(now.getTime() + LIFE_MS)],
  });
  return urlOf(token);
}
