import { CHECK_BODY_LIMIT } from "@/lib/api/declaration";
import { endpoint } from "@/lib/api/endpoint";
import { checkTalent } from "@/lib/domain/accounts/talent";
import { TalentCheckBody, TalentCheckResponse } from "@/lib/domain/accounts/talent/schemas";

/** Checks whether a creator you provisioned is verified. Contract: Talent check. */
export const POST = endpoint({
  operationId: "checkTalent",
  tag: "Talent",
  isRead: true,
  summary: "Check a creator",
  description: "Covers the creators that you provisioned. Answers `found: false` for everyone else.",
  body: TalentCheckBody,
  bodyLimit: CHECK_BODY_LIMIT,
  responses: { 200: TalentCheckResponse },
  example: {
    body: { email: "ada@example.com" },
    response: { found: true, verified: true, lastVerifiedAt: "2026-09-05" },
  },
  handle: (ctx, { body }) => checkTalent(ctx, body),
});
