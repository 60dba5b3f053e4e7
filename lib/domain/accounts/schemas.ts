export { SOLO_STATUSES, type SoloStatus, SUSPEND_REASONS, type SuspendReason } from "./states";

import { z } from "zod";
import { dateTimeOut, emailAddress, httpUrl, opaqueId } from "@/lib/platform/wire";
import { SOLO_STATUSES, SUSPEND_REASONS } from "./states";

const MAX_CODE_POINTS = 100;

const TAG = /<[!/?a-z][^>]*>?/gi;
// Format characters reorder or hide text. The two joiners stay: Persian and Indic names are misspelt without them.
const INVISIBLE = /[\p{Cc}\p{Cs}]|(?!\p{Join_C})\p{Cf}/gu;

/**
 * A name as a partner sent it, made fit for a mail: blanks of any kind become single spaces; control characters, text
 * direction overrides and other invisible characters go; so do tags, closed or not, and stray angle brackets; what is left
 * is cut to 100 characters, never through the middle of one. Undefined when nothing is left. Contract: Solo accounts, provision.
 */
export function sanitizeName(raw: string): string | undefined {
  const plain = raw
    .replace(/\s+/g, " ")
    .replace(INVISIBLE, "")
    .replace(TAG, "")
    .replace(/[<>]/g, "")
    .replace(/ +/g, " ")
    .normalize("NFC")
    .trim();
  return Array.from(plain).slice(0, MAX_CODE_POINTS).join("").trim() || undefined;
}

const EXTERNAL_USER_ID_MAX = 450;
// \P{Cc} in words that every reader of the published document understands, Python's `re` too.
// biome-ignore lint/suspicious/noControlCharactersInRegex: it is what they are looked for by
const NO_CONTROL_CHARACTERS = /^[^\u0000-\u001f\u007f-\u009f]*$/;

const partnersUrl = httpUrl.refine((text) => !URL.canParse(text) || !hasCredentials(new URL(text)), {
  error: "must not carry a user name or password",
});

function hasCredentials({ username, password }: URL): boolean {
  return username !== "" || password !== "";
}

const name = z.string().transform(sanitizeName).optional();

const accountId = opaqueId.describe("Opaque id issued by the service; all later calls are addressed by it.");

const externalUserIdOut = z
  .string()
  .meta({ description: "Your own user id, as supplied at provisioning.", examples: ["creator-1042"] });

const status = z.enum(SOLO_STATUSES).meta({
  description:
    "`pending_id_verification`: every state before active. `subscribed_pending_id`: paid, ID not verified, not uploadable. " +
    "`active`: paid and ID verified; the only value that unlocks uploads. `suspended`: not in custody; revoke upload access.",
  examples: ["pending_id_verification"],
});

const onboardingUrl = z
  .url()
  .meta({ examples: ["https://records.example.com/onboard/Yk3n0Zt8mJw5q1rX7uVbGd2sLhP9aEoCfTiKxNzQ4RM"] });

export const AccountParams = z.object({ accountId });

/** The body of a provision call. Contract: Solo accounts, provision. */
export const CreateSoloAccountBody = z
  .object({
    externalUserId: z
      .string()
      .min(1)
      .max(EXTERNAL_USER_ID_MAX)
      .regex(NO_CONTROL_CHARACTERS, { error: "must not contain control characters" })
      .meta({
        description:
          "Your own user id for the creator, kept exactly as sent. First idempotency scope: one account for each of your user ids.",
        examples: ["creator-1042"],
      }),
    email: emailAddress.describe(
      "The creator's address, compared without regard to case; dots and plus-tags are kept. ASCII before the @; an international domain " +
        "is the same in Unicode and as `xn--…`. Second idempotency scope: one account for each address.",
    ),
    callbackUrl: partnersUrl.describe("Stored for your reference only; it subscribes to nothing."),
    firstName: name.meta({
      description: "Used in the mail to the creator. Markup and control characters are removed; cut to 100 characters.",
      examples: ["Ada"],
    }),
    lastName: name.meta({
      description: "Markup and control characters are removed; cut to 100 characters.",
      examples: ["Byron"],
    }),
    redirectUrl: partnersUrl.optional().meta({
      description: "Where the creator is sent after onboarding.",
      examples: ["https://platform.example.com/welcome"],
    }),
  })
  .meta({ id: "CreateSoloAccountBody" });

/** Contract: Solo accounts, provision. */
export const ProvisionSoloAccountResponse = z
  .object({
    accountId,
    status,
    onboardingUrl: onboardingUrl
      .optional()
      .describe(
        "Present unless the account is `active`. Open it in top-level navigation, not in an iframe: ID verification needs the camera. " +
          "Its token lives 7 days and is renewed on later reads, so redirect to the value just returned instead of storing it.",
      ),
    createdAt: dateTimeOut.describe("When the account was provisioned."),
  })
  .meta({ id: "ProvisionSoloAccountResponse" });

/** Contract: Solo accounts, read. */
export const SoloAccountResponse = z
  .object({
    accountId,
    externalUserId: externalUserIdOut,
    status,
    createdAt: dateTimeOut.describe("When the account was provisioned."),
    onboardingUrl: onboardingUrl
      .optional()
      .describe(
        "Present while pending, and always valid at the moment of the read: an expired token is renewed by it.",
      ),
    verifiedAt: dateTimeOut
      .optional()
      .describe(
        "Since when you may rely on the creator's ID: the day it was verified or, of a creator who was verified before, the day they " +
          "agreed to be linked to you. It never moves.",
      ),
    suspendedAt: dateTimeOut.optional().describe("Since when the account has been suspended; only while it is."),
    suspendReason: z
      .enum(SUSPEND_REASONS)
      .optional()
      .meta({
        description:
          "Only while `suspended`. `partner_deactivated` is cleared by your reactivate call only, `platform_lapsed` by paying the platform fee, " +
          "`subscription_lapsed` by the creator paying again, `platform_deactivated` and `manual_suspension` by the service.",
        examples: ["partner_deactivated"],
      }),
    complianceStatementUrl: z
      .url()
      .optional()
      .meta({
        description: "The creator's public 2257 statement; only while `active`, and once the creator has published it.",
        examples: ["https://records.example.com/statements/ada-4k7q2m9x1c"],
      }),
  })
  .meta({ id: "SoloAccountResponse" });

/** Contract: Solo accounts, deactivate. */
export const DeactivateSoloAccountResponse = z
  .object({
    deactivated: z.boolean().describe("False when it was already deactivated: a successful no-op."),
    accountId,
    externalUserId: externalUserIdOut,
    status: z.literal("suspended").describe("Always `suspended`."),
    suspendedAt: dateTimeOut
      .optional()
      .describe("When the account was suspended: the time of your call, or of an earlier suspension."),
    suspendReason: z.literal("partner_deactivated").describe("Always `partner_deactivated`."),
  })
  .meta({ id: "DeactivateSoloAccountResponse" });

/** Contract: Solo accounts, reactivate. */
export const ReactivateSoloAccountResponse = z
  .object({
    reactivated: z.boolean().describe("False when there was nothing to take back: a successful no-op."),
    accountId,
    externalUserId: externalUserIdOut,
    status: z
      .enum(["active", "subscribed_pending_id"])
      .describe(
        "`subscribed_pending_id` when the ID check was never finished; read the account for the URL to continue at.",
      ),
    verifiedAt: dateTimeOut
      .optional()
      .describe("Only when `active`: the original verification date. No new verification runs."),
  })
  .meta({ id: "ReactivateSoloAccountResponse" });

export type CreateSoloAccount = z.output<typeof CreateSoloAccountBody>;
export type ProvisionedSoloAccount = z.output<typeof ProvisionSoloAccountResponse>;
export type ReadSoloAccount = z.output<typeof SoloAccountResponse>;
export type DeactivatedSoloAccount = z.output<typeof DeactivateSoloAccountResponse>;
export type ReactivatedSoloAccount = z.output<typeof ReactivateSoloAccountResponse>;
