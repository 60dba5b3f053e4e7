import { z } from "zod";
import { certificateStatus, productionId } from "@/lib/domain/productions/certificates/schemas";
import { requiredConsents } from "@/lib/domain/scenes/consents/schemas";
import { differ, ifValid, performerList, shootDate } from "@/lib/domain/scenes/schemas";
import { clock } from "@/lib/platform/clock";
import { dateTimeOut, emailAddress, isVisible, opaqueId } from "@/lib/platform/wire";
import { AHEAD_MS, CONTENT_ID_MAX, PRODUCTION_STATUSES, PRODUCTION_TITLE_MAX } from "./labels";

const LIMIT_MAX = 200;
const LIMIT_DEFAULT = 50;

const status = z.enum(PRODUCTION_STATUSES).meta({
  description:
    "`pending_documentation`: the records aren't sealed yet. `documented`: they are, and a certificate proves it. " +
    "`takedown_pending`: a removal request froze it; take it down. `takedown_complete`: every linked platform took it down. " +
    "`revoked`: its certificate was revoked; don't publish it. The last two are final.",
  examples: ["documented"],
});

const isNear = (day: Date): boolean => day.getTime() <= clock.now().getTime() + AHEAD_MS;

/** The body of a create call. `contentId` and `performers` start a verification job, so one needs the other. Contract: Creating a production. */
export const CreateProductionBody = z
  .object({
    title: z
      .string()
      .min(1)
      .max(PRODUCTION_TITLE_MAX)
      .refine(isVisible, { error: "must not be blank" })
      .meta({ description: "Shown to the producer and the performers.", examples: ["Summer at the lake"] }),
    productionDate: shootDate
      .refine(isNear, { error: "must be at most a year ahead" })
      .describe(
        "When it was or will be produced. Every performer must be 18 on that day, and the producer can document it from then on.",
      ),
    producerEmail: emailAddress.describe("The address of a producer who accepted your invitation."),
    contentId: z
      .string()
      .min(1)
      .max(CONTENT_ID_MAX)
      .optional()
      .meta({
        description: "Your content id. The verification job's events repeat it. Send it together with `performers`.",
        examples: ["post-1001"],
      }),
    performers: performerList.optional().meta({
      description:
        "Starts a verification job for 1 to 10 different addresses. They are in the production. Send it together with `contentId`.",
      examples: [[{ email: "ada@example.com" }]],
    }),
    requiredConsents: requiredConsents.describe(
      "What the verification job needs each performer's consent to, as in its own creation. Only with `performers`.",
    ),
  })
  .superRefine(
    ({ contentId, performers }, context) => {
      if (performers) differ({ performers }, context);
      if ((contentId === undefined) === (performers === undefined)) return;
      const path = [contentId === undefined ? "contentId" : "performers"];
      context.addIssue({ code: "custom", path, message: "is required" });
    },
    ifValid("contentId", "performers"),
  )
  .meta({ id: "CreateProductionBody" });

/** Contract: Creating a production. */
export const CreateProductionResponse = z
  .object({
    productionId,
    status,
    verificationJobId: z
      .string()
      .nullable()
      .meta({
        description: "The verification job's id, for `GET /api/v1/verification-jobs/{id}`; null without `performers`.",
        examples: ["03f9c2k7v1m4x8q0z5t6b3n1j"],
      }),
  })
  .meta({ id: "CreateProductionResponse" });

/** Contract: Productions. */
export const ProductionResponse = z
  .object({
    productionId,
    title: z.string().meta({ description: "Its title.", examples: ["Summer at the lake"] }),
    status,
    performerCount: z.int().min(0).describe("How many people are in it, by address."),
    documentedAt: dateTimeOut.nullable().describe("When its records were sealed for the first time; null until then."),
    certificate: z
      .object({
        certificateId: z
          .string()
          .meta({ description: "The certificate's id, its `jti`.", examples: ["03f9c2k7v1m4x8q0z5t6b3n1k"] }),
        status: certificateStatus,
        issuedAt: dateTimeOut.describe("When it was issued."),
        expiresAt: dateTimeOut.describe("When it ends, unless the producer renews it."),
      })
      .nullable()
      .describe("The `CURRENT` certificate, otherwise the newest; null before the first."),
  })
  .meta({ id: "ProductionResponse" });

// In a query, a plus sign means a blank.
const plusSigns = (text: string): string => text.trim().replaceAll(" ", "+");

export const ProductionsQuery = z.object({
  performerEmail: z
    .string()
    .overwrite(plusSigns)
    .pipe(emailAddress)
    .meta({ description: "The performer's address. Percent-encode a plus sign.", examples: ["ada@example.com"] }),
  limit: z.coerce
    .number()
    .int()
    .min(1)
    .max(LIMIT_MAX)
    .default(LIMIT_DEFAULT)
    .meta({ description: "The most productions to return.", examples: [LIMIT_DEFAULT] }),
  cursor: opaqueId.optional().describe("The last `nextCursor`. Omit it to start with the newest production."),
});

/** Contract: Productions. */
export const ProductionsResponse = z
  .object({
    productions: z.array(ProductionResponse).describe("Newest first. Empty for an address that is in none of yours."),
    nextCursor: z
      .string()
      .nullable()
      .meta({ description: "Send it as `cursor` to go on; null at the end.", examples: ["03f9c2k7v1m4x8q0z5t6b3n1h"] }),
  })
  .meta({ id: "ProductionsResponse" });

export type Production = z.output<typeof ProductionResponse>;
export type Productions = z.output<typeof ProductionsResponse>;
export type ProductionsQuery = z.output<typeof ProductionsQuery>;
