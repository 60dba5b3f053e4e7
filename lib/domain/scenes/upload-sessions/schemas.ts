import { z } from "zod";
import { EXTERNAL_USER_ID_MAX, partnersUrl } from "@/lib/domain/accounts/schemas";
import { requiredConsents } from "@/lib/domain/scenes/consents/schemas";
import { FIRST_SHOOT_DAY } from "@/lib/domain/scenes/schemas";
import { clock } from "@/lib/platform/clock";
import { DAY_MS } from "@/lib/platform/duration";
import { dateTimeIn, dateTimeOut, isVisible, opaqueId } from "@/lib/platform/wire";
import { UPLOAD_CONTENT_TYPES, UPLOAD_PATHS, UPLOAD_SESSION_STATUSES } from "./labels";

const CONTENT_ID_MAX = 255;
const TITLE_MAX = 500;
const FACES_MAX = 50;

const sessionId = opaqueId.describe("The session's id. Events name it.");
const contentIdOut = z.string().meta({ description: "Your content id, as you sent it.", examples: ["post-1001"] });

export const SessionParams = z.object({ sessionId });

const MADE_AFTER = new Date(FIRST_SHOOT_DAY);
// Midnight of a partner's own day can be ahead of us.
const isMade = (day: Date): boolean => day >= MADE_AFTER && day.getTime() <= clock.now().getTime() + DAY_MS;

/** The body of a create call. Contract: Upload sessions, create. */
export const CreateUploadSessionBody = z
  .object({
    contentId: z
      .string()
      .min(1)
      .max(CONTENT_ID_MAX)
      .meta({ description: "Your content id. `upload_session.solo_completed` repeats it.", examples: ["post-1001"] }),
    contentType: z
      .enum(UPLOAD_CONTENT_TYPES)
      .meta({ description: "The kind of content. Shown to the creator.", examples: ["video"] }),
    contentTitle: z
      .string()
      .min(1)
      .max(TITLE_MAX)
      .refine(isVisible, { error: "must not be blank" })
      .meta({
        description: "Shown to the creator, and to performers, as your words.",
        examples: ["Summer at the lake"],
      }),
    detectedFaceCount: z
      .int()
      .min(1)
      .max(FACES_MAX)
      .meta({
        description:
          "How many faces you detected. With 1, the creator attests alone. With more, the creator names everyone else, and we " +
          "create a collab scene.",
        examples: [1],
      }),
    uploaderExternalUserId: z
      .string()
      .min(1)
      .max(EXTERNAL_USER_ID_MAX)
      .meta({
        description: "Your user id for the creator, as you sent it when provisioning. Their account must be `active`.",
        examples: ["creator-42"],
      }),
    callbackUrl: partnersUrl.optional().describe("Kept for your reference. We send nothing to it."),
    redirectUrl: partnersUrl.optional().meta({
      description:
        "Where the creator goes afterwards. We append `sessionId` and `status` (`completed` or `cancelled`) to its query. Trust the " +
        "event, not the query: anybody can open that address.",
      examples: ["https://platform.example.com/uploads/1001"],
    }),
    shootDate: dateTimeIn
      .refine(isMade, { error: "must be after 1900 and not in the future" })
      .optional()
      .describe("When the content was made. If you leave it out, the creator names the day."),
    requiredConsents: requiredConsents.describe(
      "What the scene needs each performer's consent to, beside their depiction, as when you create one yourself. Only for two or " +
        "more faces. The creator reads it before they attest.",
    ),
  })
  .meta({ id: "CreateUploadSessionBody" });

const shape = {
  sessionId,
  status: z.enum(UPLOAD_SESSION_STATUSES).meta({
    description:
      "`pending`: waiting for the creator. `completed`: the creator attested. `expired`: the creator did not attest in time.",
    examples: ["pending"],
  }),
  path: z.enum(UPLOAD_PATHS).meta({
    description: "`solo`: the creator attests alone. `collab`: the creator also names the performers of a scene.",
    examples: ["solo"],
  }),
  attestationUrl: z.url().meta({
    description: "Send the creator here. Redirect the whole window: in a frame, our page is only a link to itself.",
    examples: ["https://records.example.com/attest/Yk3n0Zt8mJw5q1rX7uVbGd2sLhP9aEoCfTiKxNzQ4RM"],
  }),
  contentId: contentIdOut,
  expiresAt: dateTimeOut.describe("7 days after creation. After that, the creator can't attest."),
  createdAt: dateTimeOut.describe("When the session was created."),
};

/** Contract: Upload sessions, create. */
export const UploadSessionResponse = z.object(shape).meta({ id: "UploadSessionResponse" });

/** A session as a read shows it. */
export const UploadSessionDetailResponse = z
  .object({
    ...shape,
    completedAt: dateTimeOut.nullable().describe("When the creator attested; null until then."),
    sceneId: opaqueId
      .nullable()
      .optional()
      .describe("The scene that the creator's attestation created; null until then. Only on the `collab` path."),
  })
  .meta({ id: "UploadSessionDetailResponse" });

export type CreateUploadSession = z.output<typeof CreateUploadSessionBody>;
export type UploadSession = z.output<typeof UploadSessionResponse>;
export type UploadSessionDetail = z.output<typeof UploadSessionDetailResponse>;
