import { z } from "zod";
import { dateTimeOut, emailAddress, httpUrl, opaqueId } from "@/lib/platform/wire";
import { SOLO_STATUSES, SUSPEND_REASONS } from "./states";

export { SOLO_STATUSES, type SoloStatus, SUSPEND_REASONS, type SuspendReason } from "./states";

const MAX_CODE_POINTS = 100;

const TAG = /<[!/?a-z][^>]*>?/gi;
// Format characters reorder or hide text. The two joiners stay, because Persian and Indic names need them.
const INVISIBLE = /[\p{Cc}\p{Cs}]|(?!\p{Join_C})\p{Cf}/gu;

/**
 * Makes a partner's text safe as a name in an email: collapses white space, removes invisible characters, tags and angle
 * brackets, and cuts to 100 code points. Undefined if nothing is left. Contract: Solo accounts, provision.
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

export const EXTERNAL_USER_ID_MAX = 450;
// The published document uses this pattern. Not \P{Cc}, which Python's `re` doesn't support.
// biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern excludes them
const NO_CONTROL_CHARACTERS = /^[^\u0000-\u001f\u007f-\u009f]*$/;

export const partnersUrl = httpUrl.refine((text) => !URL.canParse(text) || !hasCredentials(new URL(text)), {
  error: "must not contain a user name or password",
});

function hasCredentials({ username, password }: URL): boolean {
  return username !== "" || password !== "";
}

const name = z.string().transform(sanitizeName).optional();

const accountId = opaqueId.describe("The account's id. Use it in all later calls.");

const externalUserIdOut = z
  .string()
  .meta({ description: "Your user id for the creator, as you sent it.", examples: ["creator-42"] });

const status = z.enum(SOLO_STATUSES).meta({
  description:
    "`pending_id_verification`: not active yet. `subscribed_pending_id`: paid, ID not verified; block uploads. " +
    "`active`: paid and verified; allow uploads. `suspended`: block uploads.",
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
        description: "Your user id for the creator. One account per user id.",
        examples: ["creator-42"],
      }),
    email: emailAddress.describe(
      "The creator's address. One account per address. Case is ignored; dots and plus-tags are not. ASCII before the @. " +
        "Internationalized domains are treated the same in Unicode and as `xn--…`.",
    ),
    callbackUrl: partnersUrl.describe("Kept for your reference. We send nothing to it."),
    firstName: name.meta({
      description:
        "Used in the email to the creator. Markup and control characters are removed; cut to 100 characters.",
      examples: ["Ada"],
    }),
    lastName: name.meta({
      description: "Markup and control characters are removed; cut to 100 characters.",
      examples: ["Byron"],
    }),
    redirectUrl: partnersUrl.optional().meta({
      description: "Where we send the creator after onboarding.",
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
        "Present unless `active`. Open it as a full page, not in an iframe: the ID check needs the camera. It expires after " +
          "7 days and later reads renew it, so don't store it.",
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
      .describe("Present while pending. Reading the account renews an expired link."),
    verifiedAt: dateTimeOut
      .optional()
      .describe("When the ID was verified, or when the creator approved you if that is later. It never changes."),
    suspendedAt: dateTimeOut.optional().describe("When the account was suspended. Present only while it is."),
    suspendReason: z
      .enum(SUSPEND_REASONS)
      .optional()
      .meta({
        description:
          "Present only while `suspended`. What clears it: `partner_deactivated`, your reactivate call; `platform_lapsed`, paying the " +
          "platform fee; `subscription_lapsed`, the creator paying again; `platform_deactivated` and `manual_suspension`, the service.",
        examples: ["partner_deactivated"],
      }),
    complianceStatementUrl: z
      .url()
      .optional()
      .meta({
        description:
          "The creator's public 2257 statement. Present only while `active`, once the creator has published it.",
        examples: ["https://records.example.com/statements/ada-4k7q2m9x1c"],
      }),
  })
  .meta({ id: "SoloAccountResponse" });

/** Contract: Solo accounts, deactivate. */
export const DeactivateSoloAccountResponse = z
  .object({
    deactivated: z.boolean().describe("False if the account was already deactivated."),
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
    reactivated: z.boolean().describe("False if there was nothing to undo."),
    accountId,
    externalUserId: externalUserIdOut,
    status: z
      .enum(["active", "subscribed_pending_id"])
      .describe("`subscribed_pending_id` if the ID check isn't finished. Read the account for the link."),
    verifiedAt: dateTimeOut
      .optional()
      .describe("Present only if `active`: the original verification date. There is no new ID check."),
  })
  .meta({ id: "ReactivateSoloAccountResponse" });

export type CreateSoloAccount = z.output<typeof CreateSoloAccountBody>;
export type ProvisionedSoloAccount = z.output<typeof ProvisionSoloAccountResponse>;
export type ReadSoloAccount = z.output<typeof SoloAccountResponse>;
export type DeactivatedSoloAccount = z.output<typeof DeactivateSoloAccountResponse>;
export type ReactivatedSoloAccount = z.output<typeof ReactivateSoloAccountResponse>;
