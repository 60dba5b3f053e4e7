import { z } from "zod";
import { at, cents, event, id, literal, removal, signersSessionId, text, uploadSessionId } from "./fields";

const SCENE = "03f9c2k7v1m4x8q0z5t6b3n1e";
const PERFORMER = "ada@example.com";
const publication = { id: "03f9c2k7v1m4x8q0z5t6b3n1f", partnerId: "03f9c2k7v1m4x8q0z5t6b3n1g" };
const sceneId = id("The scene.");
const scene = z.object({ id: sceneId }).meta({ description: "The scene." });
const email = text("The performer's address.");
const published = {
  id: id("The publication."),
  partnerId: id("The partner that published."),
};

/** The scene with its current state. */
const sceneIn = <S extends z.ZodRawShape>(shape: S) =>
  z.object({ id: sceneId, ...shape }).meta({ description: "The scene in its current state." });

export const collabSceneEvents = {
  "collab_scene.created": event({
    when: "A scene was created and its invitations were sent. Don't publish yet.",
    data: z.object({
      scene: z
        .object({
          sceneId,
          status: text("The scene's status."),
          performers: z
            .array(z.object({ email, status: text("The status of this performer's consent.") }))
            .meta({ description: "Everyone who must consent." }),
          fees: z
            .object({
              sceneFeeCents: cents("The fee of the scene."),
              onboardingFeeCents: cents("The fees of performers who are new."),
              totalCents: cents("Both together."),
              charged: z.boolean().meta({ description: "Whether the total was charged." }),
              paymentChargeId: text("The charge; null if nothing was charged.").nullable(),
              chargeError: text("Why charging failed; null if it did not.").nullable(),
            })
            .meta({ description: "What the scene costs, in US cents. Your uploader's card or your invoice pays." }),
          expiresAt: at("When the scene is blocked if a signature is missing."),
        })
        .meta({ description: "The scene. Its id is called `sceneId` here, and `id` in the events that follow." }),
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
          paymentChargeId: "pi_3PqExample",
          chargeError: null,
        },
        expiresAt: "2026-09-19T12:00:00.000Z",
      },
      uploadSessionId: null,
    },
  }),
  "collab_scene.performer_consented": event({
    when: "One performer consented: their release is signed and their ID is verified.",
    data: z.object({
      scene,
      performer: z
        .object({
          email,
          consentedAt: at("When this performer's consent was complete: release signed and ID verified."),
        })
        .meta({ description: "Who consented." }),
      uploadSessionId: signersSessionId,
    }),
    example: {
      scene: { id: SCENE },
      performer: { email: PERFORMER, consentedAt: "2026-09-06T09:30:00.000Z" },
      uploadSessionId: null,
    },
  }),
  "collab_scene.performer_refused": event({
    when: "A performer refused, and the scene is blocked for good.",
    data: z.object({
      scene: sceneIn({ status: literal("blocked", "The scene must not be published.") }),
      performer: z
        .object({
          email,
          reason: z.enum(["not_me", "declining", "other"]).meta({ description: "What the performer answered." }),
        })
        .meta({ description: "Who refused." }),
    }),
    example: { scene: { id: SCENE, status: "blocked" }, performer: { email: PERFORMER, reason: "declining" } },
  }),
  "collab_scene.greenlit": event({
    when: "All performers consented. Publish on this event.",
    data: z.object({
      scene: sceneIn({
        status: literal("greenlit", "You may publish."),
        greenlitAt: at("When the last performer consented."),
      }),
      uploadSessionId: signersSessionId,
    }),
    example: {
      scene: { id: SCENE, status: "greenlit", greenlitAt: "2026-09-06T09:30:00.000Z" },
      uploadSessionId: null,
    },
  }),
  "collab_scene.blocked": event({
    when: "Fourteen days passed without all signatures.",
    data: z.object({
      scene: sceneIn({
        status: literal("blocked", "The scene must not be published."),
        reason: literal("sla_breach", "The time to sign is over."),
      }),
      unsignedPerformers: z.array(z.string()).meta({
        description: "The email addresses of performers who did not consent in time: not signed, or ID not verified.",
      }),
    }),
    example: { scene: { id: SCENE, status: "blocked", reason: "sla_breach" }, unsignedPerformers: [PERFORMER] },
  }),
  "collab_scene.cancelled": event({
    when: "You canceled the scene.",
    data: z.object({ scene: sceneIn({ status: literal("cancelled", "The scene is canceled for good.") }) }),
    example: { scene: { id: SCENE, status: "cancelled" } },
  }),
  "collab_scene.publication_created": event({
    when: "Another partner registered a publication of your scene. Sent only to the partner that created the scene.",
    data: z.object({
      scene,
      publication: z
        .object({ ...published, publishedAt: at("When the other partner registered it.") })
        .meta({ description: "The other partner's publication." }),
    }),
    example: { scene: { id: SCENE }, publication: { ...publication, publishedAt: "2026-09-07T18:00:00.000Z" } },
  }),
  "collab_scene.publication_removed": event({
    when: "Another partner recorded the takedown of its publication. Sent only to the partner that created the scene.",
    data: z.object({
      scene,
      publication: z
        .object({
          ...published,
          removedAt: at("When the other partner recorded the takedown."),
          reason: text("Why, in the other partner's words; `Partner removal` if it gave no reason."),
        })
        .meta({ description: "The other partner's publication." }),
    }),
    example: {
      scene: { id: SCENE },
      publication: { ...publication, removedAt: "2026-09-08T10:00:00.000Z", reason: "Partner removal" },
    },
  }),
  "collab_scene.takedown_requested": event({
    when: "A removal request against a publication that you registered was confirmed by a custodian. Take it down by the deadline given, then remove the publication through the API or mark it as taken down in the portal. Sent only to the partner that registered it.",
    data: z.object({
      scene,
      publication: z
        .object({ id: published.id, contentUrl: text("Where you published it, as you registered it.") })
        .meta({ description: "Your publication." }),
      ...removal,
    }),
    example: {
      scene: { id: SCENE },
      publication: { id: publication.id, contentUrl: "https://example.com/videos/1001" },
      removalRequestId: "03f9c2k7v1m4x8q0z5t6b3n1i",
      legalBasis: "NCII_TAKE_IT_DOWN",
      requestedAt: "2026-09-05T12:00:00.000Z",
      removalDeadline: "2026-09-07T12:00:00.000Z",
    },
  }),
} as const;
