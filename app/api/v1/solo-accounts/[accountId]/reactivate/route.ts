import { endpoint } from "@/lib/api/endpoint";
import { reactivateAccount } from "@/lib/domain/accounts";
import { AccountParams, ReactivateSoloAccountResponse } from "@/lib/domain/accounts/schemas";

/** Take a deactivated creator back. Contract: Solo accounts, reactivate. */
export const POST = endpoint({
  operationId: "reactivateSoloAccount",
  tag: "Solo accounts",
  summary: "Reactivate a solo account",
  description:
    "Undoes your own deactivation, and nothing else. With an ID on file the creator is `active` at once, with the original " +
    "`verifiedAt`, and `solo_account.verified` is sent; otherwise the account is `subscribed_pending_id` until the ID is verified. " +
    "A repeat answers `reactivated: false`.",
  params: AccountParams,
  responses: { 200: ReactivateSoloAccountResponse },
  errors: [
    { status: 409, code: "CREATOR_PAYS_OWN_SUBSCRIPTION", when: "The creator subscribes directly." },
    { status: 422, code: "account_not_suspended", when: "The account was never suspended and is not active." },
    {
      status: 422,
      code: "suspended_otherwise",
      when: "The account is suspended for another reason, which `error` names. Nothing was changed: clear that one first.",
    },
  ],
  example: {
    params: { accountId: "03f9c2k7v1m4x8q0z5t6b3n1a" },
    response: {
      reactivated: true,
      accountId: "03f9c2k7v1m4x8q0z5t6b3n1a",
      externalUserId: "creator-1042",
      status: "active",
      verifiedAt: "2026-09-05T12:34:56.000Z",
    },
  },
  handle: (ctx, { params }) => reactivateAccount(ctx, params.accountId),
});
