import { z } from "zod";
import { at, event, id, legalBasis, literal, sha256, text } from "./fields";

const account = {
  accountId: id("The solo account."),
  externalUserId: text("Your own id of the creator, as supplied at provisioning."),
};

const accountExample = { accountId: "03f9c2k7v1m4x8q0z5t6b3n1a", externalUserId: "creator-42" };

export const soloAccountEvents = {
  "solo_account.verified": event({
    when: "The creator is fully compliant: ID verified and paid for. Sent when the verification is finished, when an active creator agrees to be linked to you, when a lapsed subscription is renewed, after your reactivate call, and whenever you provision an account that is active already.",
    data: z.object({
      ...account,
      status: literal("verified", "Allow uploads."),
      verifiedAt: at("When the creator became verified for you; a read returns the same date."),
    }),
    example: { ...accountExample, status: "verified", verifiedAt: "2026-09-05T12:00:00.000Z" },
  }),
  "solo_account.suspended": event({
    when: "The creator is no longer in custody: revoke upload access. Sent after your deactivation also where something else had suspended the account.",
    data: z.object({
      ...account,
      reason: z
        .enum([
          "subscription_lapsed",
          "platform_lapsed",
          "partner_deactivated",
          "platform_deactivated",
          "manual_suspension",
        ])
        .meta({
          description:
            "Why the event was sent. If several reasons apply, a read shows the strongest as `suspendReason`.",
        }),
    }),
    example: { ...accountExample, reason: "partner_deactivated" },
  }),
} as const;

const depiction = z.object({
  accountId: id("The solo account of the creator."),
  externalContentId: text("Your own id of the content; null if you sent none.").nullable(),
  contentLogId: id("The content log of the depiction."),
  depictionId: id("The depiction."),
});
const published = {
  contentUrl: text("Where the content is published, as you sent it."),
  contentType: text("The kind of content, as you sent it."),
};

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
      sha256: sha256("SHA-256 of the content in hex, as you sent it; null if you sent none.").nullable(),
      complianceCopy: z
        .enum(["pending", "missing", "stored"])
        .meta({ description: "The state of our copy of the content." }),
    }),
    example: { ...example, ...PUBLISHED, sha256: null, complianceCopy: "pending" },
  }),
  "content_log.copy_stored": event({
    when: "The compliance copy was verified and hashed, once for each depiction, after the confirm call.",
    data: depiction.extend({
      sha256: sha256("SHA-256 of the copy in hex, as we computed it."),
      bytes: z.int().min(0).meta({ description: "Size of the copy." }),
      mimeType: text("Type of the copy, as we detected it."),
      storedAt: at("When the copy was verified."),
    }),
    example: { ...example, sha256: HASH, bytes: 48213, mimeType: "image/jpeg", storedAt: "2026-09-05T12:03:10.512Z" },
  }),
  "content_log.removal_matched": event({
    when: "An addition: you logged content, or stored a copy, of which a custodian confirmed a removal before, on any platform. Sent once for each depiction, within seconds. Hide it: a custodian decides about this record, and `content_log.deleted` follows if it must come down.",
    data: depiction.extend({
      ...published,
      reasons: z.array(z.enum(["file", "url", "picture"])).meta({
        description:
          "What was found: the same `file`, the same `url`, or a `picture` that looks the same. Never whose it is, or where it was.",
      }),
      matchedAt: at("When it was found."),
    }),
    example: { ...example, ...PUBLISHED, reasons: ["file"], matchedAt: "2026-09-05T12:00:01.204Z" },
  }),
  "content_log.deleted": event({
    when: "A depiction was removed: by your DELETE, or because a custodian confirmed a removal request. Take the content down by the deadline of its legal basis, which the portal shows: 48 hours for NCII_TAKE_IT_DOWN, 72 hours for NCII_STATE, seven business days for the others.",
    data: depiction.extend({
      ...published,
      reason: literal("removal_request", "Present only if we took it down; omitted after your own DELETE.").optional(),
      removalRequestId: id("The removal request. Present only if we took it down.").optional(),
      legalBasis: legalBasis
        .meta({ description: "The legal basis of the request. Present only if we took it down." })
        .optional(),
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
