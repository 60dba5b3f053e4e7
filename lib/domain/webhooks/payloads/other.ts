import { z } from "zod";
import { event } from "@/lib/domain/webhooks/event-type";
import { at, id } from "./fields";

const verification = z.object({ id: z.string().meta({ description: "Your own job id." }), contentId: z.string() });
const JOB = { id: "job-77", contentId: "post-1001" };

export const uploadSessionEvents = {
  "upload_session.solo_completed": event({
    when: "A creator finished the hosted attestation of content with a single performer.",
    data: z.object({
      sessionId: id,
      contentId: z.string(),
      contentType: z.enum(["image", "video", "gallery"]),
      uploaderExternalUserId: z.string(),
      attestation: z.object({
        ip: z.string(),
        ua: z.string(),
        attestedAt: at,
        text: z.string(),
        shootDate: z.string(),
      }),
    }),
    example: {
      sessionId: "03f9c2k7v1m4x8q0z5t6b3n1j",
      contentId: "post-1001",
      contentType: "image",
      uploaderExternalUserId: "creator-42",
      attestation: {
        ip: "203.0.113.7",
        ua: "Mozilla/5.0",
        attestedAt: "2026-09-05T12:00:00.000Z",
        text: "I am the only performer depicted, and I was 18 or older when this was made.",
        shootDate: "2026-09-01",
      },
    },
  }),
} as const;

export const verificationEvents = {
  "performer.id_verified": event({
    when: "Scene verification job: a performer's ID was verified.",
    data: z.object({
      verification,
      performer: z.object({ email: z.string(), status: z.literal("id_verified") }),
    }),
    example: { verification: JOB, performer: { email: "ada@example.com", status: "id_verified" } },
  }),
  "performer.forms_signed": event({
    when: "Scene verification job: a performer signed the forms.",
    data: z.object({
      verification,
      performer: z.object({ email: z.string(), status: z.literal("forms_signed") }),
    }),
    example: { verification: JOB, performer: { email: "ada@example.com", status: "forms_signed" } },
  }),
  "verification.cancelled": event({
    when: "The scene behind a verification job was cancelled.",
    data: z.object({ verification: verification.extend({ status: z.literal("cancelled") }) }),
    example: { verification: { ...JOB, status: "cancelled" } },
  }),
} as const;

export const testEvents = {
  "test.ping": event({
    when: "Somebody of your team pressed the test button in the portal. Signed like every other event.",
    data: z.object({ message: z.string() }),
    example: { message: "A test from your compliance record service. Nothing has happened." },
  }),
} as const;
