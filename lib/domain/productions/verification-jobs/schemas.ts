import { z } from "zod";
import { requiredConsents, requiredConsentsOut } from "@/lib/domain/scenes/consents/schemas";
import { differ, feeCents, ifValid, performerList, shootDate, titleText } from "@/lib/domain/scenes/schemas";
import { findUnstorableText } from "@/lib/platform/unstorable-text";
import { dateTimeOut, opaqueId } from "@/lib/platform/wire";
import { JOB_ID_MAX, JOB_PERFORMER_STATUSES, JOB_STATUSES } from "./labels";

// Such an id would be a step in the path of a read.
const NO_PATH_STEP = /^(?!\.{1,2}$)/;

export const JobParams = z.object({
  id: z
    .string()
    .min(1)
    // No job can have an id that can't be stored, so this is 404 and not invalid.
    .transform((id) => (findUnstorableText(id) ? "" : id))
    .meta({ description: "Your id of the job, percent-encoded.", examples: ["job-77"] }),
});

/** The body of a start call. Contract: Verification jobs, start. */
export const StartVerificationJobBody = z
  .object({
    id: z
      .string()
      .min(1)
      .max(JOB_ID_MAX)
      .regex(NO_PATH_STEP, { error: "must not be . or .., which a URL path can't contain" })
      .meta({
        description: "Your own id of the job, and the idempotency key: a repeat returns the job as it is.",
        examples: ["job-77"],
      }),
    contentId: z
      .string()
      .min(1)
      .max(JOB_ID_MAX)
      .meta({ description: "Your content id. The job's events repeat it.", examples: ["post-1001"] }),
    title: titleText,
    productionDate: shootDate.describe(
      "When the content was or will be made. Every performer must be 18 on that day. We keep the records for seven years from " +
        "then, or from the job's start if that is later.",
    ),
    performers: performerList.meta({
      description: "Everyone to be verified: 1 to 10 different addresses.",
      examples: [[{ email: "ada@example.com" }]],
    }),
    productionId: opaqueId.optional().meta({
      description: "A production that is linked to you. The performers join it.",
      examples: ["03f9c2k7v1m4x8q0z5t6b3n1h"],
    }),
    requiredConsents,
  })
  .superRefine(differ, ifValid("performers"))
  .meta({ id: "StartVerificationJobBody" });

const idOut = z.string().meta({ description: "Your id of the job, as you sent it.", examples: ["job-77"] });

const fees = z
  .object({
    ...feeCents,
    billedTo: z
      .enum(["partner_card", "platform_invoice"])
      .describe(
        "`platform_invoice`: your next monthly invoice, if you pay for your creators. `partner_card`: the card saved under Billing.",
      ),
    chargeError: z
      .string()
      .nullable()
      .meta({
        description:
          "Why charging failed, such as `no_payment_method` or `card_declined`; null if it did not. The job exists either way.",
        examples: ["card_declined"],
      }),
  })
  .describe("What the job costs, in US cents: the same as a scene.");

/** Contract: Verification jobs, start and read. */
export const VerificationJobResponse = z
  .object({
    id: idOut,
    status: z.enum(JOB_STATUSES).meta({
      description:
        "`pending`: waiting for the performers. `completed`: all are verified. `blocked`: a performer refused, or the time to sign " +
        "is over. `cancelled`: you canceled it. The last three are final.",
      examples: ["pending"],
    }),
    performers: z
      .array(
        z.object({
          // No format: it would be narrower than what requests accept, and a mismatch fails the answer after the charge.
          email: z.string().meta({ description: "The performer's address.", examples: ["ada@example.com"] }),
          status: z.enum(JOB_PERFORMER_STATUSES).meta({
            description:
              "`pending`: has not signed. `forms_signed`: signed the release. `id_verified`: signed it, and the ID is verified. " +
              "`refused`: refused to sign. Who let the time pass keeps the status.",
            examples: ["pending"],
          }),
        }),
      )
      .describe("Everyone to be verified, in the order of your request."),
    fees,
    expiresAt: dateTimeOut.describe("14 days after the start. The job is blocked then if a performer is not verified."),
    requiredConsents: requiredConsentsOut,
  })
  .meta({ id: "VerificationJobResponse" });

/** Contract: Verification jobs, cancel. */
export const CancelVerificationJobResponse = z
  .object({
    id: idOut,
    status: z.literal("cancelled").describe("Always `cancelled`."),
    cancelledAt: dateTimeOut.describe("When the job was canceled. A repeat returns the same time."),
    refunded: z.literal(false).describe("Always false: cancelling refunds nothing."),
  })
  .meta({ id: "CancelVerificationJobResponse" });

export type VerificationJob = z.output<typeof VerificationJobResponse>;
export type VerificationJobCancelled = z.output<typeof CancelVerificationJobResponse>;
