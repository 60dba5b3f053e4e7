import { Prisma } from "@/lib/platform/db";

// Shared by the content log, scenes and conflicts of interest, which don't import each other.

/** A publication `p` of a scene shows the depiction `d`: the same partner has both, under one URL or from one file. */
export const isPublishedAs = Prisma.sql`(p.partner_id = d.partner_id AND (
  p.content_url = d.content_url OR p.depiction_sha256 = d.file_hash OR p.depiction_sha256 = d.kept_sha256))`;
