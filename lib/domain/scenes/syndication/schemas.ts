import { z } from "zod";
import { dateTimeOut, httpUrl, opaqueId, sha256In } from "@/lib/platform/wire";
import { cents, SceneParams, sceneCounts, sceneId } from "../schemas";

const publicationId = opaqueId.describe("The publication's id.");
const EXAMPLE_URL = "https://platform.example.com/videos/1001";

export const PublicationParams = SceneParams.extend({ pubId: publicationId });

/** Contract: Extending a scene. */
export const ExtendSceneResponse = z
  .object({
    sceneId,
    status: z.literal("greenlit").describe("Always `greenlit`."),
    extendedTo: opaqueId.describe("Your partner id."),
    performerCount: sceneCounts.performerCount,
    consentedCount: sceneCounts.consentedCount,
    releaseSignedCount: sceneCounts.releaseSignedCount,
    fee: z
      .object({
        extensionFeeCents: cents("The fee of the extension: 200.").meta({ examples: [200] }),
        charged: z.boolean().describe("Whether your card was charged."),
        paymentChargeId: z
          .string()
          .nullable()
          .meta({
            description: "The processor's id of the payment; null while the fee is unpaid.",
            examples: ["pi_3PqExample"],
          }),
        chargeError: z
          .string()
          .nullable()
          .meta({
            description:
              "Why charging failed, such as `no_payment_method` or `card_declined`; null if it did not. The extension is valid either way.",
            examples: ["card_declined"],
          }),
      })
      .describe("What the extension costs, in US cents. Charged to the card that your owner saved in the portal."),
    nextStep: z.string().meta({
      description: "What to do next, for people.",
      examples: ["Register each publication with POST /api/v1/collab-scenes/{sceneId}/publications."],
    }),
  })
  .meta({ id: "ExtendSceneResponse" });

// People open it from their account. Both would let it name another site than the one it leads to.
const DECEPTIVE = /^https?:\/\/[^/?#]*@|[\u200e\u200f\u202a-\u202e\u2066-\u2069]/iu;
const honestUrl = httpUrl.refine((text) => !DECEPTIVE.test(text), {
  error: "must have no user name and no characters that change the direction of text",
});

/** Contract: Publications, register. */
export const RegisterPublicationBody = z
  .object({
    contentUrl: honestUrl.meta({
      description:
        "Where you published it. You can register each URL once. No other partner ever sees it. The people in the scene do.",
      examples: [EXAMPLE_URL],
    }),
    depictionSha256: sha256In.meta({
      description: "SHA-256 of the file that you published, as 64 hexadecimal characters.",
      examples: ["9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"],
    }),
  })
  .meta({ id: "RegisterPublicationBody" });

/** Contract: Publications, register. */
export const PublicationResponse = z
  .object({
    id: publicationId,
    collabSceneId: sceneId,
    contentUrl: z.url().meta({ description: "The URL as you sent it.", examples: [EXAMPLE_URL] }),
    publishedAt: dateTimeOut.describe("When you registered it."),
  })
  .meta({ id: "PublicationResponse" });

/** Contract: Publications, remove. */
export const RemovePublicationBody = z
  .object({
    reason: z
      .string()
      .optional()
      .meta({
        description:
          "Why you removed it: kept in the record, shown to the uploader and the performers, and sent to the partner that created it. Cut to 500 characters. Defaults to " +
          "`Partner removal`.",
        examples: ["The uploader deleted the video"],
      }),
  })
  .meta({ id: "RemovePublicationBody" })
  .optional();

/** Contract: Publications, remove. */
export const RemovePublicationResponse = z
  .object({
    id: publicationId,
    removedAt: dateTimeOut.describe("When you first removed it. A repeat returns the same time."),
    message: z
      .string()
      .optional()
      .meta({
        description: "Only in the answer to a repeat, for people.",
        examples: ["This publication was already removed."],
      }),
  })
  .meta({ id: "RemovePublicationResponse" });

export type SceneExtended = z.output<typeof ExtendSceneResponse>;
export type RegisterPublication = z.output<typeof RegisterPublicationBody>;
export type PublicationRegistered = z.output<typeof PublicationResponse>;
export type PublicationRemoved = z.output<typeof RemovePublicationResponse>;
