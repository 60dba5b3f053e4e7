import { Prisma } from "@/lib/platform/db";

// Shared by the content log and scenes, which don't import each other.

/** A publication `p` of a scene shows the depiction `d`: the same partner has both, under one URL or from one file. */
export const isPublishedAs = Prisma.sql`(p.partner_id = d.partner_id AND (
  p.content_url = d.content_url OR p.depiction_sha256 = d.file_hash OR p.depiction_sha256 = d.kept_sha256))`;

/** The index names this person in a depiction, or in a scene that was published as it, also after that scene was erased. */
export const namesInDepiction = (depictionId: Prisma.Sql, userId: string): Prisma.Sql => Prisma.sql`(
  EXISTS (SELECT FROM index_entries own WHERE own.depiction_id = ${depictionId} AND own.user_id = ${userId})
  OR EXISTS (SELECT FROM depictions d JOIN scene_publications p ON ${isPublishedAs}
    JOIN scene_index_entries own ON own.scene_id = p.scene_id AND own.user_id = ${userId} WHERE d.id = ${depictionId})
  OR EXISTS (SELECT FROM erased_scene_people own WHERE own.depiction_id = ${depictionId} AND own.user_id = ${userId}))`;
