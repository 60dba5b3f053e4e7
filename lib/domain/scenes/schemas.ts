import { z } from "zod";
import { clock } from "@/lib/platform/clock";
import { DAY_MS } from "@/lib/platform/duration";
import { dateTimeIn, emailAddress, httpUrl, isVisible, opaqueId } from "@/lib/platform/wire";
import { requiredConsents } from "./consents/schemas";
import { FIRST_SHOOT_DAY, PERFORMERS_MAX } from "./labels";

export { FIRST_SHOOT_DAY, PERFORMERS_MAX } from "./labels";

const TITLE_MAX = 500;
const IP_MAX = 100;
const UA_MAX = 4096;

export const sceneId = opaqueId.describe("The scene's id. Use it in all later calls.");

export const SceneParams = z.object({ sceneId });

export const cents = (description: string) => z.int().min(0).describe(description);
const count = (description: string) => z.int().min(0).describe(description);

/** The performers of a scene in numbers. */
export const sceneCounts = {
  performerCount: count("How many performers must consent."),
  consentedCount: count("How many have consented."),
  releaseSignedCount: count("How many releases are signed. Equals `consentedCount`."),
  refusedCount: count("How many have refused."),
};

/** What a scene costs. */
export const feeCents = {
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
};

const uploaderIs = (name: string) =>
  `Send exactly one of \`uploaderAccountId\` and \`uploaderExternalUserId\`. ${name}`;

export const performerList = z
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

type Named = { performers: readonly { email: string }[] };

/** Lets a rule on several fields run if they are valid, whatever the others are. */
export const ifValid = (...fields: readonly string[]) => ({
  when: ({ issues }: z.core.ParsePayload) =>
    issues.every(({ path: [field] = [] }) => field !== undefined && !fields.includes(String(field))),
});

/** Refuses the first address that is named twice. */
export function differ({ performers }: Named, context: z.RefinementCtx): void {
  const seen = new Set<string>();
  for (const [n, { email }] of performers.entries()) {
    if (seen.has(email)) {
      context.addIssue({ code: "custom", path: ["performers", n, "email"], message: "must differ from the others" });
      return;
    }
    seen.add(email);
  }
}

/** A title, as the performers see it. */
export const titleText = z
  .string()
  .min(1)
  .max(TITLE_MAX)
  .refine(isVisible, { error: "must not be blank" })
  .meta({
    description: "Shown to the performers as your words.",
    examples: ["Summer at the lake"],
  });

const blankless = z.string().regex(/\S/, { error: "must not be empty" });

// A date far from today is a mistake, and would keep the records for as long.
const SHOT_AFTER = new Date(FIRST_SHOOT_DAY);
const SHOT_AHEAD_MS = 10 * 366 * DAY_MS;
const isPlausible = (shot: Date): boolean =>
  shot >= SHOT_AFTER && shot.getTime() < clock.now().getTime() + SHOT_AHEAD_MS;

export const shootDate = dateTimeIn.refine(isPlausible, { error: "must be after 1900 and less than ten years ahead" });

// A click outside these was not captured. A day, because the partner's clock may be ahead.
const CLICKED_AFTER = new Date("2000-01-01T00:00:00Z");
const isCredible = (clicked: Date): boolean =>
  clicked >= CLICKED_AFTER && clicked.getTime() < clock.now().getTime() + DAY_MS;

const UploaderAttestation = z
  .object({
    ip: blankless
      .max(IP_MAX)
      .meta({ description: "The uploader's IP address at the click.", examples: ["203.0.113.7"] }),
    ua: blankless.max(UA_MAX).meta({ description: "The uploader's user agent.", examples: ["Mozilla/5.0"] }),
    clickedAt: dateTimeIn
      .refine(isCredible, { error: "must be after 2000 and less than a day ahead" })
      .describe("When the uploader clicked. Less than a day ahead of our clock."),
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
        examples: ["creator-42"],
      }),
    title: titleText,
    shootDate: shootDate
      .optional()
      .describe(
        "When the scene was shot. We keep its records for seven years from then, or from its creation if that is later.",
      ),
    performers: performerList,
    uploaderAttestation: UploaderAttestation,
    callbackUrl: httpUrl.describe("Kept for your reference. We send nothing to it."),
    requiredConsents,
  })
  .superRefine(differ, ifValid("performers"));

/**
 * The body of a create call. Exactly one uploader is required, which is checked before everything else: without any, an
 * empty body would be missing its title first. Contract: Collab scenes, create.
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

export type CreateCollabScene = z.output<typeof CreateCollabSceneBody>;
