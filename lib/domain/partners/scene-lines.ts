import type { EventType } from "@/lib/domain/webhooks";
import { db } from "@/lib/platform/db";
import { firstIdAt } from "@/lib/platform/ids";

/** What performers, other partners and the end of the signing time did to scenes. */
export const SCENE_EVENTS = [
  "collab_scene.performer_consented",
  "collab_scene.performer_refused",
  "collab_scene.greenlit",
  "collab_scene.blocked",
  "collab_scene.publication_created",
  "collab_scene.publication_removed",
] as const satisfies readonly EventType[];

/** The part of a scene's event that describes a change. */
type SceneLine = { action: (typeof SCENE_EVENTS)[number]; at: Date; subjectId: string; performer: string | null };

/**
 * What happened to a partner's scenes since a moment, newest first. From the events sent to it: the ledger shows more than it may
 * know. Reads at most the newest `most` events.
 */
export const readSceneLines = (partnerId: string, since: Date, most: number): Promise<SceneLine[]> =>
  // Each type on its own, so that the database index ends the reading.
  db.$queryRaw<SceneLine[]>`
    SELECT type AS action, at, data #>> '{scene,id}' AS "subjectId", data #>> '{performer,email}' AS performer
    FROM (
      SELECT newest.*, convert_from(body, 'UTF8')::jsonb -> 'data' AS data
      FROM unnest(${[...SCENE_EVENTS]}::text[]) AS wanted (type)
      CROSS JOIN LATERAL (
        SELECT id, e.type, created_at AS at, body FROM webhook_events e
        WHERE partner_id = ${partnerId} AND e.type = wanted.type AND id >= ${`evt_${firstIdAt(since)}`}
        ORDER BY id DESC LIMIT ${most}) AS newest
      ORDER BY id DESC LIMIT ${most}) AS events
    ORDER BY id DESC`;
