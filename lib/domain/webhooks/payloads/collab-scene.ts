import { z } from "zod";
import { event } from "@/lib/domain/webhooks/event-type";
import { at, cents, id, uploadSessionId } from "./fields";

const SCENE = "03f9c2k7v1m4x8q0z5t6b3n1e";
const PERFORMER = "ada@example.com";
const publication = { id: "03f9c2k7v1m4x8q0z5t6b3n1f", partnerId: "03f9c2k7v1m4x8q0z5t6b3n1g" };
const scene = z.object({ id });

export const collabSceneEvents = {
  "collab_scene.created": event({
    when: "A scene exists and its invitations are sent. This is no permission to publish.",
    data: z.object({
      scene: z.object({
        sceneId: id,
        status: z.string(),
        performers: z.array(z.object({ email: z.string(), status: z.string() })),
        fees: z.object({
          sceneFeeCents: cents,
          onboardingFeeCents: cents,
          totalCents: cents,
          charged: z.boolean(),
          paymentChargeId: z.string().nullable(),
          chargeError: z.string().nullable(),
        }),
        expiresAt: at,
      }),
      uploadSessionId,
    }),
    example: {
      scene: {
        sceneId: SCENE,
        status: "pending_signatures",
        performers: [{ email: PERFORMER, status: "pending_consent" }],
        fees: {
          sceneFeeCents: 500,
          onboardingFeeCents: 0,
          totalCents: 500,
          charged: true,
          paymentChargeId: "ch_3PqExample",
          chargeError: null,
        },
        expiresAt: "2026-09-19T12:00:00.000Z",
      },
      uploadSessionId: null,
    },
  }),
  "collab_scene.performer_consented": event({
    when: "One performer signed. The session is left out when the signer registered while following the mailed link.",
    data: z.object({
      scene,
      performer: z.object({ email: z.string(), consentedAt: at }),
      uploadSessionId: uploadSessionId.optional(),
    }),
    example: {
      scene: { id: SCENE },
      performer: { email: PERFORMER, consentedAt: "2026-09-06T09:30:00.000Z" },
      uploadSessionId: null,
    },
  }),
  "collab_scene.performer_refused": event({
    when: "A performer declined, and the scene is blocked for good.",
    data: z.object({
      scene: z.object({ id, status: z.string() }),
      performer: z.object({ email: z.string(), reason: z.enum(["not_me", "declining", "other"]) }),
    }),
    example: { scene: { id: SCENE, status: "blocked" }, performer: { email: PERFORMER, reason: "declining" } },
  }),
  "collab_scene.greenlit": event({
    when: "All performers consented. Publish on this event.",
    data: z.object({
      scene: z.object({ id, status: z.literal("greenlit"), greenlitAt: at }),
      uploadSessionId: uploadSessionId.optional(),
    }),
    example: {
      scene: { id: SCENE, status: "greenlit", greenlitAt: "2026-09-06T09:30:00.000Z" },
      uploadSessionId: null,
    },
  }),
  "collab_scene.blocked": event({
    when: "Fourteen days went by and performers had not signed.",
    data: z.object({
      scene: z.object({ id, status: z.literal("blocked"), reason: z.literal("sla_breach") }),
      unsignedPerformers: z.array(z.string()),
    }),
    example: { scene: { id: SCENE, status: "blocked", reason: "sla_breach" }, unsignedPerformers: [PERFORMER] },
  }),
  "collab_scene.cancelled": event({
    when: "The uploader cancelled the scene.",
    data: z.object({ scene: z.object({ id, status: z.literal("cancelled") }) }),
    example: { scene: { id: SCENE, status: "cancelled" } },
  }),
  "collab_scene.publication_created": event({
    when: "Another partner registered a publication of your scene. Sent to the scene's owner alone.",
    data: z.object({ scene, publication: z.object({ id, partnerId: id, publishedAt: at }) }),
    example: { scene: { id: SCENE }, publication: { ...publication, publishedAt: "2026-09-07T18:00:00.000Z" } },
  }),
  "collab_scene.publication_removed": event({
    when: "A partner recorded the takedown of its publication of your scene.",
    data: z.object({
      scene,
      publication: z.object({ id, partnerId: id, removedAt: at, reason: z.string() }),
    }),
    example: {
      scene: { id: SCENE },
      publication: { ...publication, removedAt: "2026-09-08T10:00:00.000Z", reason: "Partner removal" },
    },
  }),
} as const;
