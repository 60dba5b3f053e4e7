import { endpoint } from "@/lib/api/endpoint";
import { reactivateAccount } from "@/lib/domain/accounts";
import { AccountParams, ReactivateSoloAccountResponse } from "@/lib/domain/accounts/schemas";

/** Takes a deactivated creator back. Contract: Solo accounts, reactivate. */
export const POST = endpoint({
  operationId: "reactivateSoloAccount",
  tag: "Solo accounts",
  summary: "Reactivate a solo account",
  description:
    "Undoes your own deactivation, and nothing else. If the creator's ID is on file, the account is `active` at once with the original " +
    "`verifiedAt`, and we send `solo_account.verified`. Otherwise it's `subscribed_pending_id` until the ID is verified. A repeat " +
    "answers `reactivated: false`.",
  params: AccountParams,
  responses: { 200: ReactivateSoloAccountResponse },
  errors: [
    { status: 409, code: "CREATOR_PAYS_OWN_SUBSCRIPTION", when: "The creator pays for their own subscription." },
    { status: 422, code: "account_not_suspended", when: "The account was never suspended and isn't active." },
    {
      status: 422,
      code: "suspended_otherwise",
      when: "The account is suspended for another reason, named in `error`. Resolve that first. Nothing changed.",
    },
  ],
  example: {
    params: { accountId: "03f9c2k7v1m4x8q0z5t6b3n1a" },
    response: {
      reactivated: true,
      accountId: "03f9c2k7v1m4x8q0z5t6b3n1a",
      externalUserId: "creator-42",
      status: "active",
      verifiedAt: "2026-09-05T12:34:56.000Z",
    },
  },
  handle: (ctx, { params }) => reactivateAccount(ctx, params.accountId),
});
