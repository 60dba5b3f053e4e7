import { z } from "zod";
import { event } from "@/lib/domain/webhooks/event-type";
import { at, id, legalBasis, sha256 } from "./fields";

const depiction = z.object({
  accountId: id,
  externalContentId: z.string().nullable(),
  contentLogId: id,
  depictionId: id,
});
const published = { contentUrl: z.string(), contentType: z.string() };

const example = {
  accountId: "03f9c2k7v1m4x8q0z5t6b3n1a",
  externalContentId: "post-1001",
  contentLogId: "03f9c2k7v1m4x8q0z5t6b3n1b",
  depictionId: "03f9c2k7v1m4x8q0z5t6b3n1c",
};
const HASH = "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08";
const PUBLISHED = { contentUrl: "https://platform.example.com/posts/1001", contentType: "image" };

export const contentLogEvents = {
  "content_log.created": event({
    when: "A depiction was recorded.",
    data: depiction.extend({
      ...published,
      sha256: sha256.nullable(),
      complianceCopy: z.enum(["pending", "missing", "stored"]),
    }),
    example: { ...example, ...PUBLISHED, sha256: null, complianceCopy: "pending" },
  }),
  "content_log.copy_stored": event({
    when: "The compliance copy was verified and hashed, once for each depiction, after the confirm call.",
    data: depiction.extend({ sha256, bytes: z.int().min(0), mimeType: z.string(), storedAt: at }),
    example: { ...example, sha256: HASH, bytes: 48213, mimeType: "image/jpeg", storedAt: "2026-09-05T12:03:10.512Z" },
  }),
  "content_log.deleted": event({
    when: "A depiction was removed: by your DELETE, or by a takedown that an administrator confirmed. Take the content down.",
    data: depiction.extend({
      ...published,
      reason: z.literal("removal_request").optional(),
      removalRequestId: id.optional(),
      legalBasis: legalBasis.optional(),
    }),
    example: {
      ...example,
      ...PUBLISHED,
      reason: "removal_request",
      removalRequestId: "03f9c2k7v1m4x8q0z5t6b3n1d",
      legalBasis: "NCII_TAKE_IT_DOWN",
    },
  }),
} as const;
