import { RECORD_STATES } from "./labels";

// SQL, so that lists, pages and the mark of a page agree.

/** How far a performer's records are in one scene: `m` of a production, with the scene `s` and their part of it, `sp`. */
const STATE_IN_SCENE = `CASE
  -- The uploader of a greenlit scene. Their account was active.
  WHEN sp.id IS NULL THEN 'id_verified'
  WHEN sp.refused_at IS NOT NULL THEN 'refused'
  WHEN s.status IN ('blocked', 'cancelled') THEN 'closed'
  WHEN sp.consented_at IS NOT NULL THEN 'id_verified'
  WHEN sp.signed_at IS NULL THEN 'pending'
  -- Whatever we decided about the ID, so that a rejection or an age never shows.
  WHEN EXISTS (SELECT FROM identity_checks c WHERE c.user_id = sp.user_id AND c.status <> 'draft') THEN 'in_review'
  ELSE 'forms_signed' END`;

const STATES = `ARRAY[${RECORD_STATES.map((state) => `'${state}'`).join(", ")}]`;

/**
 * A query of the people in a production: their best state and their scenes. `production`: SQL for its id. A scene counts for a seal
 * once it is greenlit. While an open one has someone's only consent, its other performers are waited for, whatever they did elsewhere.
 * With `partner`, SQL for its id, only whom that partner named, as far as they are in its own scenes.
 */
export const peopleIn = (production: string, partner?: string): string => `
  WITH parts AS (
    SELECT m.email, m.scene_id, m.added_at, m.id, sp.position, s.status = 'pending_signatures' AS open,
      array_position(${STATES}, ${STATE_IN_SCENE}) AS state
    FROM production_performers m JOIN collab_scenes s ON s.id = m.scene_id
      LEFT JOIN scene_performers sp ON sp.id = m.scene_performer_id
    WHERE m.production_id = ${production} ${partner ? `AND s.partner_id = ${partner}` : ""}
  ), proofs AS (
    SELECT scene_id, open, bool_and(open) OVER (PARTITION BY email) AS sole FROM parts WHERE state = 1
  ), needed AS (SELECT scene_id FROM proofs WHERE open AND sole)
  SELECT email, (${STATES})[coalesce(
      min(state) FILTER (WHERE state > 1 AND scene_id IN (SELECT scene_id FROM needed)), min(state))] AS state,
    array_agg(scene_id ORDER BY added_at, id) AS scene_ids, min(added_at) AS added_at,
    coalesce(min(position), -1) AS position
  FROM parts GROUP BY email`;
