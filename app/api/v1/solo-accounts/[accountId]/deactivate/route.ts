import { endpoint } from "@/lib/api/endpoint";
import { deactivateAccount } from "@/lib/domain/accounts";
import { AccountParams, DeactivateSoloAccountResponse } from "@/lib/domain/accounts/schemas";

/** Takes a platform-funded creator out of custody. Contract: Solo accounts, deactivate. */
export const POST = endpoint({
  operationId: "deactivateSoloAccount",
  tag: "Solo accounts",
  summary: "Deactivate a solo account",
  description:
    "Suspends a creator that you pay for and leaves them out of your next invoice. Their records stay. Sends " +
    "`solo_account.suspended` with `partner_deactivated`, even if the account was already suspended for another reason. A repeat " +
    "answers `deactivated: false` and sends nothing.",
  params: AccountParams,
  responses: { 200: DeactivateSoloAccountResponse },
  errors: [
    { status: 409, code: "CREATOR_PAYS_OWN_SUBSCRIPTION", when: "The creator pays for their own subscription." },
  ],
  example: {
    params: { accountId: "03f9c2k7v1m4x8q0z5t6b3n1a" },
    response: {
      deactivated: true,
      accountId: "03f9c2k7v1m4x8q0z5t6b3n1a",
      externalUserId: "creator-42",
      status: "suspended",
      suspendedAt: "2026-10-01T09:30:00.000Z",
      suspendReason: "partner_deactivated",
    },
  },
  handle: (ctx, { params }) => deactivateAccount(ctx, params.accountId),
});
