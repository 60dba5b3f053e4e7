import { z } from "zod";
import { dateTimeOut, opaqueId } from "@/lib/platform/wire";
import { requiredConsentsOut } from "./consents/schemas";
import { PERFORMER_STATUSES, SCENE_STATUSES } from "./labels";
import { feeCents, sceneCounts, sceneId } from "./schemas";

const status = z.enum(SCENE_STATUSES).meta({
  description:
    "`pending_signatures`: waiting for the performers. `greenlit`: all consented; you may publish. `blocked`: a performer refused, " +
    "or the time to sign is over. `cancelled`: you canceled it. The last three are final.",
  examples: ["pending_signatures"],
});
const expiresAt = dateTimeOut.describe(
  "14 days after creation. The scene is blocked then if a performer has not consented.",
);
const performers = z
  .array(
    z.object({
      // No format: it would be narrower than what requests accept, and a mismatch fails the answer after the charge.
      email: z.string().meta({ description: "The performer's address.", examples: ["ada@example.com"] }),
      status: z.enum(PERFORMER_STATUSES).meta({
        description:
          "`consented` once the release is signed and the performer's ID is verified. A performer who let the time pass stays " +
          "`pending_consent`.",
        examples: ["pending_consent"],
      }),
    }),
  )
  .describe("Everyone who must consent, in the order of your request.");

const feeShape = {
  ...feeCents,
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
          "Why charging failed, such as `no_payment_method` or `card_declined`; null if it did not. The scene exists either way.",
        examples: ["card_declined"],
      }),
  })
  .describe("What the scene costs, in US cents.");

/** Contract: Collab scenes, create. */
export const CollabSceneResponse = z
  .object({ sceneId, status, performers, fees: CreatedFees, expiresAt, requiredConsents: requiredConsentsOut })
  .meta({ id: "CollabSceneResponse" });

/** Contract: Collab scenes, read. */
export const CollabSceneDetailResponse = z
  .object({
    sceneId,
    status,
    ...sceneCounts,
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
          removedAt: dateTimeOut.nullable().describe("When you removed it; null while it is published."),
        }),
      )
      .describe("Your own publications of the scene."),
    requiredConsents: requiredConsentsOut,
  })
  .meta({ id: "CollabSceneDetailResponse" });

/** Contract: Collab scenes, cancel. */
export const CancelCollabSceneResponse = z
  .object({
    sceneId,
    status: z.literal("cancelled").describe("Always `cancelled`."),
    cancelledAt: dateTimeOut.describe("When the scene was canceled. A repeat returns the same time."),
    refunded: z.literal(false).describe("Always false: cancelling refunds nothing."),
  })
  .meta({ id: "CancelCollabSceneResponse" });

export type CollabSceneCreated = z.output<typeof CollabSceneResponse>;
export type CollabSceneDetail = z.output<typeof CollabSceneDetailResponse>;
export type CollabSceneCancelled = z.output<typeof CancelCollabSceneResponse>;
