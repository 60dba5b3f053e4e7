import { respond } from "@/lib/api/declaration";
import { endpoint } from "@/lib/api/endpoint";
import { provisionAccount } from "@/lib/domain/accounts";
import { CreateSoloAccountBody, ProvisionSoloAccountResponse } from "@/lib/domain/accounts/schemas";

/** Provisions a creator, or returns the account that the call repeats. Contract: Solo accounts, provision. */
export const POST = endpoint({
  operationId: "provisionSoloAccount",
  tag: "Solo accounts",
  summary: "Provision a solo account",
  description:
    "Creates the account and emails the creator a link to verify their ID. If the `externalUserId` or, failing that, the email " +
    "address already has an account, returns that account unchanged with 200. If it's active, we send `solo_account.verified` again. " +
    "The answer never shows whether we already know the address.",
  body: CreateSoloAccountBody,
  responses: { 201: ProvisionSoloAccountResponse, 200: ProvisionSoloAccountResponse },
  example: {
    body: {
      externalUserId: "creator-42",
      email: "ada@example.com",
      callbackUrl: "https://platform.example.com/callback",
      firstName: "Ada",
      lastName: "Byron",
      redirectUrl: "https://platform.example.com/welcome",
    },
    response: {
      accountId: "03f9c2k7v1m4x8q0z5t6b3n1a",
      status: "pending_id_verification",
      onboardingUrl: "https://records.example.com/onboard/Yk3n0Zt8mJw5q1rX7uVbGd2sLhP9aEoCfTiKxNzQ4RM",
      createdAt: "2026-09-05T12:00:00.000Z",
    },
  },
  handle: async (ctx, { body }) => {
    const { created, account } = await provisionAccount(ctx, body);
    return created ? respond(201, account) : respond(200, account);
  },
});
