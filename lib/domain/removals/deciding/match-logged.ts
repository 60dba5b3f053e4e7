import { z } from "zod";
import type { Ctx, SystemActor } from "@/lib/domain/core/context";
import { db, rowsIn } from "@/lib/platform/db";
import { defineTask } from "@/lib/platform/jobs";
import { matchContent } from "../checking";
import type { FoundRecord } from "../matching/find-matches";
import { addAll, isLookedForLater } from "./match-later";

/** Queued by look_at_logged(), a trigger, for content whose file or URL a request knows. */
export const matchLoggedTask = defineTask(
  "match_logged",
  z.object({ depictionIds: z.array(z.string()) }),
  async ({ depictionIds }, { requestId }) => {
    const ctx: Ctx<SystemActor> = { actor: { kind: "system", name: "removals" }, requestId };
    for (const id of depictionIds) {
      await matchContent(ctx, id);
      await addAll(ctx, await requestsOf(id));
    }
  },
);

/** The requests that look for this content's file or URL. */
const requestsOf = (depictionId: string): Promise<FoundRecord[]> => rowsIn<FoundRecord>(db)`
  SELECT DISTINCT ON (t.request_id) t.request_id, d.id AS depiction_id, NULL AS production_id, NULL AS publication_id, d.partner_id,
    CASE WHEN t.url IS NOT NULL THEN 'url' WHEN t.named THEN 'sha256' ELSE 'copy' END AS found_by, 'open' AS status
  FROM depictions d CROSS JOIN LATERAL (
      SELECT * FROM removal_targets WHERE sha256 = ANY (ARRAY[d.file_hash, d.kept_sha256])
      UNION ALL SELECT * FROM removal_targets WHERE url_hash = match_url_hash(d.content_url)) AS t
    JOIN removal_requests r ON r.id = t.request_id
  WHERE d.id = ${depictionId} AND d.removed_at IS NULL AND ${isLookedForLater()} AND NOT EXISTS (
    SELECT FROM removal_items i WHERE i.request_id = t.request_id AND i.depiction_id = d.id AND i.status NOT IN ('suggested', 'dismissed'))
  ORDER BY t.request_id, t.url IS NULL, NOT t.named`;
