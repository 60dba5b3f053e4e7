import { z } from "zod";
import { at, event, id, literal, text } from "./fields";

const verification = z
  .object({ id: text("Your own job id."), contentId: text("Your own id of the content.") })
  .meta({ description: "The verification job." });
const email = text("The performer's address.");
const JOB = { id: "job-77", contentId: "post-1001" };

export const uploadSessionEvents = {
  "upload_session.solo_completed": event({
    when: "A creator finished the hosted attestation of content with a single performer.",
    data: z.object({
      sessionId: id("The hosted session."),
      contentId: text("Your own id of the content."),
      contentType: z.enum(["image", "video", "gallery"]).meta({ description: "The kind of content." }),
      uploaderExternalUserId: text("Your own id of the creator who attested."),
      attestation: z
        .object({
          ip: text("The IP address the creator clicked from."),
          ua: text("The user agent of the creator's browser."),
          attestedAt: at("When the creator clicked."),
          text: text("The exact statement that the page showed."),
          shootDate: at(
            "When the content was made, as you sent it. If you didn't, the day that the creator named, as midnight UTC.",
          ),
        })
        .meta({ description: "What the creator attested to." }),
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
        text: "Statement of the producer and only performer\n\n1. I am the only person who is depicted in the Work …",
        shootDate: "2026-09-01T00:00:00.000Z",
      },
    },
  }),
} as const;

export const verificationEvents = {
  "performer.id_verified": event({
    when: "Scene verification job: a performer's ID was verified.",
    data: z.object({
      verification,
      performer: z
        .object({ email, status: literal("id_verified", "The ID is verified.") })
        .meta({ description: "The performer." }),
    }),
    example: { verification: JOB, performer: { email: "ada@example.com", status: "id_verified" } },
  }),
  "performer.forms_signed": event({
    when: "Scene verification job: a performer signed the forms.",
    data: z.object({
      verification,
      performer: z
        .object({ email, status: literal("forms_signed", "The forms are signed.") })
        .meta({ description: "The performer." }),
    }),
    example: { verification: JOB, performer: { email: "ada@example.com", status: "forms_signed" } },
  }),
  "verification.cancelled": event({
    when: "The scene behind a verification job was cancelled.",
    data: z.object({
      verification: verification
        .extend({ status: literal("cancelled", "The job is over.") })
        .meta({ description: "The verification job." }),
    }),
    example: { verification: { ...JOB, status: "cancelled" } },
  }),
} as const;

export const testEvents = {
  "test.ping": event({
    when: "Someone on your team pressed the test button in the portal. Signed like every other event.",
    data: z.object({ message: text("A short message.") }),
    example: { message: "A test from your compliance record service. Nothing has happened." },
  }),
} as const;
