import { z } from "zod";
import { dateTimeIn, dateTimeOut, emailAddress, httpUrl, opaqueId } from "@/lib/platform/wire";
import { PERFORMER_STATUSES, SCENE_STATUSES } from "./labels";

const TITLE_MAX = 500;
const PERFORMERS_MAX = 10;

const sceneId = opaqueId.describe("The scene's id. Use it in all later calls.");
const status = z.enum(SCENE_STATUSES).meta({
  description:
    "`pending_signatures`: waiting for the performers. `greenlit`: all consented; you may publish. `blocked`: a performer refused, " +
    "or the time to sign is over. `cancelled`: you cancelled it. The last three are final.",
  examples: ["pending_signatures"],
});
const expiresAt = dateTimeOut.describe(
  "14 days after creation. The scene is blocked then if a performer has not consented.",
);
const performers = z
  .array(
    z.object({
      email: z.email().meta({ description: "The performer's address.", examples: ["ada@example.com"] }),
      status: z.enum(PERFORMER_STATUSES).meta({
        description:
          "`consented` once the release is signed and the performer's ID is verified. A performer who let the time pass stays " +
          "`pending_consent`.",
        examples: ["pending_consent"],
      }),
    }),
  )
  .describe("Everyone who must consent, in the order of your request.");

export const SceneParams = z.object({ sceneId });

const uploaderIs = (name: string) =>
  `Send exactly one of \`uploaderAccountId\` and \`uploaderExternalUserId\`. ${name}`;

const performerList = z
  .array(
    z.object({
      email: emailAddress.describe("The performer's address. We email them a link that only they can open."),
    }),
  )
  .min(1)
  .max(PERFORMERS_MAX)
  .meta({
    description: "Everyone who performs beside the uploader: 1 to 10 different addresses.",
    examples: [[{ email: "ada@example.com" }]],
  });

const blankless = z.string().regex(/\S/, { error: "must not be empty" });

const UploaderAttestation = z
  .object({
    ip: blankless.meta({ description: "The uploader's IP address at the click.", examples: ["203.0.113.7"] }),
    ua: blankless.meta({ description: "The uploader's user agent.", examples: ["Mozilla/5.0"] }),
    clickedAt: dateTimeIn.describe("When the uploader clicked."),
    attestationText: blankless.meta({
      description: "The exact statement the uploader confirmed. Kept word for word as the producer attestation.",
      examples: ["I confirm that everyone in this video is an adult and agreed to it."],
    }),
  })
  .describe("What the uploader confirmed. Capture it from a real click.");

const CreateBody = z
  .object({
    uploaderAccountId: opaqueId.optional().describe(uploaderIs("The `accountId` of the uploader's solo account.")),
    uploaderExternalUserId: z
      .string()
      .min(1)
      .optional()
      .meta({
        description: uploaderIs("Your user id for the uploader, as you sent it when provisioning."),
        examples: ["creator-1042"],
      }),
    title: z
      .string()
      .min(1)
      .max(TITLE_MAX)
      .meta({
        description: "Shown to the performers as your words.",
        examples: ["Summer at the lake"],
      }),
    shootDate: dateTimeIn
      .optional()
      .describe("When the scene was shot. We keep its records for seven years from then."),
    performers: performerList,
    uploaderAttestation: UploaderAttestation,
    callbackUrl: httpUrl.describe("Kept for your reference. We send nothing to it."),
  })
  .superRefine(({ performers: named }, context) => {
    const seen = new Set<string>();
    for (const [n, { email }] of named.entries()) {
      if (seen.has(email)) {
        context.addIssue({ code: "custom", path: ["performers", n, "email"], message: "must differ from the others" });
        return;
      }
      seen.add(email);
    }
  });

/**
 * The body of a create call. Exactly one uploader is required, which is checked before everything else: without any, an
 * empty body would be missing its title first. Contract: Collab scene, create.
 */
export const CreateCollabSceneBody = z
  .preprocess((body: unknown, context) => {
    if (typeof body !== "object" || body === null) return body;
    const [byId, byExternalId] = [sent(body, "uploaderAccountId"), sent(body, "uploaderExternalUserId")];
    if (!byId && !byExternalId) {
      context.addIssue({
        code: "custom",
        path: ["uploaderAccountId"],
        params: { code: "missing_field" },
        message: "uploaderAccountId or uploaderExternalUserId is required",
      });
    }
    if (byId && byExternalId) {
      context.addIssue({
        code: "custom",
        path: ["uploaderExternalUserId"],
        message: "must not be sent together with uploaderAccountId",
      });
    }
    return body;
  }, CreateBody)
  .meta({ id: "CreateCollabSceneBody" });

const sent = (body: object, name: string): boolean => (Reflect.get(body, name) ?? undefined) !== undefined;

const cents = (description: string) => z.int().min(0).describe(description);

const feeShape = {
  sceneFeeCents: cents("The fee of the scene: 500.").meta({ examples: [500] }),
  onboardingFeeCents: cents("2500 for each performer without an active solo account, in one sum for the scene.").meta({
    examples: [2500],
  }),
  totalCents: cents("Both together.").meta({ examples: [3000] }),
  charged: z.boolean().describe("Whether the card was charged. Always false for `platform_invoice`."),
  paymentChargeId: z
    .string()
    .nullable()
    .meta({
      description: "The processor's id of the payment; null while nothing was charged.",
      examples: ["pi_3PqExample"],
    }),
  billedTo: z
    .enum(["uploader_card", "platform_invoice"])
    .describe("`uploader_card`: the uploader's saved card. `platform_invoice`: your next monthly invoice."),
};

const CreatedFees = z
  .object({
    ...feeShape,
    chargeError: z
      .string()
      .nullable()
      .meta({
        description:
          "Why charging failed, such as `no_payment_method` or `card_declined`; null if it did not. The scene stands either way.",
        examples: ["card_declined"],
      }),
  })
  .describe("What the scene costs, in US cents.");

/** Contract: Collab scene, create. */
export const CollabSceneResponse = z
  .object({ sceneId, status, performers, fees: CreatedFees, expiresAt })
  .meta({ id: "CollabSceneResponse" });

const count = (description: string) => z.int().min(0).describe(description);

/** Contract: Collab scene, read. */
export const CollabSceneDetailResponse = z
  .object({
    sceneId,
    status,
    performerCount: count("How many performers must consent."),
    consentedCount: count("How many have consented."),
    releaseSignedCount: count("How many releases are signed. Equals `consentedCount`."),
    refusedCount: count("How many have refused."),
    performers: performers.optional().describe("Present only if you created the scene. In the order of your request."),
    fees: z
      .object(feeShape)
      .nullable()
      .optional()
      .describe("What the scene costs, in US cents. Present only if you created the scene."),
    expiresAt,
    publications: z
      .array(
        z.object({
          id: opaqueId.describe("The publication's id."),
          contentUrl: z.url().meta({
            description: "Where you published it.",
            examples: ["https://platform.example.com/videos/1001"],
          }),
          publishedAt: dateTimeOut.describe("When you registered it."),
          removedAt: dateTimeOut.nullable().describe("When you took it down; null while it is published."),
        }),
      )
      .describe("Your own publications of the scene."),
  })
  .meta({ id: "CollabSceneDetailResponse" });

/** Contract: Collab scene, cancel. */
export const CancelCollabSceneResponse = z
  .object({
    sceneId,
    status: z.literal("cancelled").describe("Always `cancelled`."),
    cancelledAt: dateTimeOut.describe("When the scene was cancelled. A repeat returns the same time."),
    refunded: z.literal(false).describe("Always false: cancelling refunds nothing."),
  })
  .meta({ id: "CancelCollabSceneResponse" });

export type CreateCollabScene = z.output<typeof CreateCollabSceneBody>;
export type CollabSceneCreated = z.output<typeof CollabSceneResponse>;
export type CollabSceneDetail = z.output<typeof CollabSceneDetailResponse>;
export type CollabSceneCancelled = z.output<typeof CancelCollabSceneResponse>;
