import { clock } from "@/lib/platform/clock";
import { db, Prisma, rowsIn, type Tx } from "@/lib/platform/db";
import { CHECKLIST, type ChecklistName, RECORD_STATES, type RecordState } from "./labels";

/** A person in a production, by their address, with their state in the best of their scenes. Never who they are. */
export type Performer = { email: string; state: RecordState; sceneIds: string[] };

/** What documentation needs, and what is missing. */
export type Checklist = {
  /** In the order of the page. */
  items: { name: ChecklistName; done: boolean }[];
  /** The performers whose records are missing, and why. */
  waitingFor: Performer[];
  isComplete: boolean;
};

type Client = Pick<Tx, "$queryRaw">;

/**
 * The people in a production, each once, in the order in which they were added. With `partnerId`, only those whom a linked partner
 * may know: the ones it named, in its own scenes.
 */
export async function performersOf(
  productionId: string,
  { tx = db, partnerId }: { tx?: Client; partnerId?: string } = {},
): Promise<Performer[]> {
  const people = peopleIn("this.id", partnerId && "this.partner_id");
  return rowsIn<Performer>(tx)`
    SELECT people.email, people.state, people.scene_ids
    FROM (SELECT ${productionId}::text AS id, ${partnerId ?? null}::text AS partner_id) this
      CROSS JOIN LATERAL (${Prisma.raw(people)}) people
    ORDER BY people.added_at, people.position, people.email`;
}

type Facts = {
  productionDate: Date;
  producerName: string;
  performers: readonly Performer[];
  depictions: { count: number; lastDay: Date | null };
};

/** What is missing before a production can be sealed. */
export function checklistOf({ productionDate, producerName, performers, depictions }: Facts): Checklist {
  const now = clock.now();
  const waitingFor = performers.filter(({ state }) => state !== "id_verified");
  const done: Record<ChecklistName, boolean> = {
    details: productionDate <= now,
    producer_name: producerName.trim() !== "",
    performers: performers.length > 0,
    records: performers.length > 0 && waitingFor.length === 0,
    depictions: depictions.count > 0,
    depiction_days: depictions.lastDay !== null && depictions.lastDay <= now,
  };
  const items = CHECKLIST.map((name) => ({ name, done: done[name] }));
  return { items, waitingFor, isComplete: items.every((item) => item.done) };
}

/** How many depictions a production has, and the latest day of production among them. */
export async function sumDepictions(
  productionId: string,
  tx: Client = db,
): Promise<{ count: number; lastDay: Date | null }> {
  const [sum] = await rowsIn<{ count: number; lastDay: Date | null }>(tx)`
    SELECT count(*)::int AS count, max(produced_on) AS last_day FROM production_depictions
    WHERE production_id = ${productionId}`;
  return sum ?? { count: 0, lastDay: null };
}

// SQL, so that lists, pages and the mark of a page agree.

/** How far a performer's records are in one scene: `m` of a production, with the scene `s` and their part of it, `sp`. */
const STATE_IN_SCENE = `CASE
  -- The uploader of a greenlit scene. Their account was active.
  WHEN sp.id IS NULL THEN 'id_verified'
  WHEN sp.refused_at IS NOT NULL THEN 'refused'
  WHEN s.status IN ('blocked', 'cancelled') THEN 'closed'
  WHEN sp.consented_at IS NOT NULL THEN 'id_verified'
  -- A release that lacks what the scene needs looks unsigned.
  WHEN sp.signed_at IS NULL OR sp.falls_short THEN 'pending'
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
