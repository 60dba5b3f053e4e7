import type { EventType } from "@/lib/domain/events";
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

/** What producers, custodians and claimants did to productions. */
export const PRODUCTION_EVENTS = [
  "production.documented",
  "production.certificate_renewed",
  "production.takedown_requested",
  "production.records_inspected",
] as const satisfies readonly EventType[];

/** What performers did in verification jobs. */
export const JOB_EVENTS = ["performer.forms_signed", "performer.id_verified"] as const satisfies readonly EventType[];

const EVENTS = [...SCENE_EVENTS, ...PRODUCTION_EVENTS, ...JOB_EVENTS] as const;

/** The part of an event that describes a change. */
type EventLine = { action: (typeof EVENTS)[number]; at: Date; subjectId: string; performer: string | null };

/**
 * What others did to a partner's scenes, productions and verification jobs since a moment, newest first. From the events sent to
 * it: the ledger shows more than it may know. Reads at most the newest `most` events.
 */
export const readEventLines = (partnerId: string, since: Date, most: number): Promise<EventLine[]> =>
  // Each type on its own, so that the database index ends the reading. An event names a job by the partner's own id.
  db.$queryRaw<EventLine[]>`
    SELECT type AS action, at, data #>> '{performer,email}' AS performer,
      coalesce(data #>> '{scene,id}', data ->> 'productionId',
        (SELECT j.id FROM verification_jobs j
         WHERE j.partner_id = ${partnerId} AND j.job_id = data #>> '{verification,id}'), '') AS "subjectId"
    FROM (
      SELECT newest.*, convert_from(body, 'UTF8')::jsonb -> 'data' AS data
      FROM unnest(${[...EVENTS]}::text[]) AS wanted (type)
      CROSS JOIN LATERAL (
        SELECT id, e.type, created_at AS at, body FROM webhook_events e
        WHERE partner_id = ${partnerId} AND e.type = wanted.type AND id >= ${`evt_${firstIdAt(since)}`}
        ORDER BY id DESC LIMIT ${most}) AS newest
      ORDER BY id DESC LIMIT ${most}) AS events
    ORDER BY id DESC`;
