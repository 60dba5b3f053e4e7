import type { Ctx, PartnerKeyActor, PortalUserActor } from "@/lib/domain/core/context";
import { record } from "@/lib/domain/core/ledger";
import { assertMay, userInsertion } from "@/lib/domain/parties/people";
import { clock } from "@/lib/platform/clock";
import { inTransaction, type Tx } from "@/lib/platform/db";
import { newId } from "@/lib/platform/ids";
import { emitVerified } from "./account-status";
import { enqueueGreeting } from "./mail-creator";
import { currentPartnerUrl, issueLink } from "./onboarding-links";
import { type AccountRow, findRepeated, fundingByPlan, lockAccount, presentProvisioned } from "./queries";
import type { CreateSoloAccount, ProvisionedSoloAccount } from "./schemas";

type Provisioner = Ctx<PartnerKeyActor | PortalUserActor>;
export type ProvisionResult = { created: boolean; account: ProvisionedSoloAccount };

/**
 * Provision a creator, or return the account that this call repeats (same external id or, failing that, same address)
 * with nothing changed. What the partner sees is the same whether the address was unknown, belongs to a person or
 * belongs to one who declined. Contract: Solo accounts, provision. Throws `Forbidden`.
 */
export async function provisionAccount(ctx: Provisioner, input: CreateSoloAccount): Promise<ProvisionResult> {
  const { partnerId } = ctx.actor;
  // A program may with its key alone, and this is its call that has to be quick.
  if (ctx.actor.kind === "portal_user") {
    await inTransaction((tx) => assertMay(tx, ctx, { partnerId, to: "manage_records" }));
  }
  const repeated = await findRepeated(partnerId, input);
  if (repeated) return repeatProvision(repeated);
  const account = await inTransaction((tx) => create(tx, ctx, input));
  if (account) return { created: true, account };
  // Another call for the same creator committed first; the insert waited for it.
  const first = await findRepeated(partnerId, input);
  if (!first) throw new Error("an account conflicts with a provision call but is not found");
  return repeatProvision(first);
}

async function create(tx: Tx, ctx: Provisioner, input: CreateSoloAccount): Promise<ProvisionedSoloAccount | null> {
  const id = newId();
  const createdAt = clock.now();
  const { externalUserId, email, callbackUrl, firstName = null, lastName = null, redirectUrl = null } = input;
  const inserted = await tx.$executeRaw`
    INSERT INTO solo_accounts (id, partner_id, external_user_id, email, first_name, last_name, callback_url, redirect_url,
                               funded_by, status, created_at, updated_at)
    SELECT ${id}, p.id, ${externalUserId}, ${email}, ${firstName}, ${lastName}, ${callbackUrl}, ${redirectUrl},
           ${fundingByPlan},
           'pending_id_verification', ${createdAt}, ${createdAt}
    FROM partners p WHERE p.id = ${ctx.actor.partnerId}
    ON CONFLICT DO NOTHING`;
  if (inserted === 0) return null;
  await linkOrAsk(tx, { accountId: id, email });
  const { url } = await issueLink(tx, { accountId: id, kind: "partner" });
  await enqueueGreeting(tx, { accountId: id, occasion: "service" });
  record(tx, { ctx, action: "solo_account.provisioned", subject: { kind: "solo_account", id } });
  return presentProvisioned({ id, status: "pending_id_verification", createdAt }, url);
}

/**
 * Link a new address to a new person, or ask the person who already has it. One statement does both and writes the account
 * either way, so that a caller who measures can't tell them apart. It does neither only if a person with this address was
 * committed while it waited. The second try then finds that person.
 */
async function linkOrAsk(tx: Tx, { accountId, email }: { accountId: string; email: string }): Promise<void> {
  const now = clock.now();
  for (let attempt = 0; attempt < 3; attempt++) {
    const linkedOrAsked = await tx.$queryRaw<unknown[]>`
      WITH newcomer AS (
        ${userInsertion(email)} RETURNING id
      ), linked AS (
        UPDATE solo_accounts SET user_id = (SELECT id FROM newcomer) WHERE id = ${accountId} RETURNING user_id
      ), asked AS (
        INSERT INTO link_requests (id, account_id, partner_id, user_id, decision, created_at)
        SELECT ${newId()}, a.id, a.partner_id, u.id, 'pending', ${now} FROM solo_accounts a, users u
        WHERE a.id = ${accountId} AND u.email = ${email} AND NOT EXISTS (SELECT 1 FROM newcomer) RETURNING 1
      )
      SELECT 1 AS done FROM linked WHERE user_id IS NOT NULL UNION ALL SELECT 1 FROM asked`;
    if (linkedOrAsked.length > 0) return;
  }
  throw new Error("an address is neither free nor taken");
}

async function repeatProvision(account: AccountRow): Promise<ProvisionResult> {
  if (account.status === "active") await resync(account.id);
  const url = account.status === "active" ? undefined : await currentPartnerUrl(account.id, account);
  return { created: false, account: presentProvisioned(account, url) };
}

/** Say again that an active account is active, unless it was suspended since the read. */
function resync(accountId: string): Promise<void> {
  return inTransaction(async (tx) => {
    const account = await lockAccount(tx, { id: accountId });
    if (account.status === "active") await emitVerified(tx, account);
  });
}
