import { endpoint } from "@/lib/api/endpoint";
import { readAccount } from "@/lib/domain/accounts";
import { AccountParams, SoloAccountResponse } from "@/lib/domain/accounts/schemas";

/** Reads one creator's status. Contract: Solo accounts, read. */
export const GET = endpoint({
  operationId: "readSoloAccount",
  tag: "Solo accounts",
  summary: "Read a solo account",
  description:
    "Returns a creator's status and, while it's pending, the link to send them to. No event tells you that a creator stopped halfway. " +
    "Read the account instead, and send the creator to the new `onboardingUrl`.",
  params: AccountParams,
  responses: { 200: SoloAccountResponse },
  example: {
    params: { accountId: "03f9c2k7v1m4x8q0z5t6b3n1a" },
    response: {
      accountId: "03f9c2k7v1m4x8q0z5t6b3n1a",
      externalUserId: "creator-42",
      status: "active",
      createdAt: "2026-09-05T12:00:00.000Z",
      verifiedAt: "2026-09-05T12:34:56.000Z",
    },
  },
  handle: (ctx, { params }) => readAccount(ctx, params.accountId),
});
