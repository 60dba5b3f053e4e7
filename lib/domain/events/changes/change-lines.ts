import type { LedgerAction } from "@/lib/domain/core/ledger";
import type { EventType } from "@/lib/domain/events";
import { db, rowsIn } from "@/lib/platform/db";
import { firstIdAt } from "@/lib/platform/ids";

/** What performers, other partners and the end of the signing time did to scenes. */
const SCENE_EVENTS = [
  "collab_scene.performer_consented",
  "collab_scene.performer_refused",
  "collab_scene.greenlit",
  "collab_scene.blocked",
  "collab_scene.publication_created",
  "collab_scene.publication_removed",
] as const satisfies readonly EventType[];

/** What producers, custodians and claimants did to productions. */
const PRODUCTION_EVENTS = [
  "production.documented",
  "production.certificate_renewed",
  "production.takedown_requested",
  "production.records_inspected",
] as const satisfies readonly EventType[];

/** What performers did in verification jobs. */
const JOB_EVENTS = ["performer.forms_signed", "performer.id_verified"] as const satisfies readonly EventType[];

export const KEY_ACTIONS = [
  "api_key.created",
  "api_key.access_changed",
  "api_key.revoked",
  "api_key.revocation_planned",
  "api_key.revocation_cancelled",
] as const satisfies readonly LedgerAction[];
export const TEAM_ACTIONS = [
  "partner_invitation.sent",
  "partner_invitation.accepted",
  "partner_invitation.withdrawn",
  "partner_member.role_changed",
  "partner_member.left",
  "partner_member.removed",
] as const satisfies readonly LedgerAction[];
export const PRODUCER_ACTIONS = [
  "producer_invitation.sent",
  "producer_invitation.accepted",
  "producer_invitation.withdrawn",
] as const satisfies readonly LedgerAction[];
export const REMOVED = "depiction.removed" satisfies LedgerAction;
export const IMPORTED = "content_import.finished" satisfies LedgerAction;
const PROVISIONED = "solo_account.provisioned" satisfies LedgerAction;
const SUSPENDED = "solo_account.hold_placed" satisfies LedgerAction;
const SUSPENSION_LIFTED = "solo_account.hold_lifted" satisfies LedgerAction;
// The last two are the partner's own suspensions; the ledger has no such actions.
export const CREATOR_ACTIONS = [PROVISIONED, "solo_account.deactivated", "solo_account.reactivated"] as const;
const SCENES_BY_PARTNER = ["collab_scene.created", "collab_scene.cancelled"] as const satisfies readonly LedgerAction[];
export const SCENE_ACTIONS = [...SCENES_BY_PARTNER, ...SCENE_EVENTS] as const;
// The producer links a partner, whose entry this is.
const PRODUCTIONS_JOINED = [
  "production.created",
  "production.partner_linked",
] as const satisfies readonly LedgerAction[];
export const PRODUCTION_ACTIONS = [...PRODUCTIONS_JOINED, ...PRODUCTION_EVENTS] as const;
const JOBS_BY_PARTNER = [
  "verification_job.started",
  "verification_job.cancelled",
] as const satisfies readonly LedgerAction[];
export const JOB_ACTIONS = [...JOBS_BY_PARTNER, ...JOB_EVENTS] as const;

// There may be many of these, so each action is one line with a count.
export const COUNTED_ACTIONS = [
  ...CREATOR_ACTIONS,
  ...SCENE_ACTIONS,
  ...PRODUCTION_ACTIONS,
  ...JOB_ACTIONS,
  REMOVED,
] as const;

export type ChangeAction =
  | (typeof KEY_ACTIONS | typeof TEAM_ACTIONS | typeof PRODUCER_ACTIONS | typeof COUNTED_ACTIONS)[number]
  | typeof IMPORTED;

const READ = 1_000;

/** The part of a ledger entry, or of an event, that describes a change. */
export type Line = {
  action: ChangeAction;
  at: Date;
  /** Null for an event. */
  actorKind: string | null;
  actorId: string;
  subjectId: string;
  /** The performer's address in an event. */
  performer: string | null;
  detail: string;
};

/**
 * A partner's ledger entries and events since a moment that it may see, newest first. `complete` is false if there may be more.
 */
export async function readChangeLines(partnerId: string, since: Date): Promise<{ lines: Line[]; complete: boolean }> {
  const [entries, events] = await Promise.all([readEntries(partnerId, since), readEventLines(partnerId, since, READ)]);
  const ofOthers = events.map((event) => ({ ...event, actorKind: null, actorId: "", detail: "{}" }));
  return {
    lines: [...ofOthers, ...entries.filter(({ shown }) => shown)].toSorted((a, b) => b.at.getTime() - a.at.getTime()),
    complete: entries.length < READ && events.length < READ,
  };
}

/** Reads at most the newest thousand ledger entries, except logged records, using a database index. */
function readEntries(partnerId: string, since: Date): Promise<(Line & { shown: boolean })[]> {
  const visible = [
    ...[...KEY_ACTIONS, ...TEAM_ACTIONS, ...PRODUCER_ACTIONS],
    ...[...SCENES_BY_PARTNER, ...PRODUCTIONS_JOINED, ...JOBS_BY_PARTNER],
    ...[PROVISIONED, REMOVED],
  ];
  // The reason tells the partner's own suspensions from others.
  return rowsIn<Line & { shown: boolean }>(db)`
    SELECT CASE action WHEN ${SUSPENDED} THEN 'solo_account.deactivated'
                       WHEN ${SUSPENSION_LIFTED} THEN 'solo_account.reactivated' ELSE action END AS action,
           at, actor_kind, actor_id, subject_id, NULL AS performer, detail,
           action = ANY(${visible}) OR (action IN (${SUSPENDED}, ${SUSPENSION_LIFTED})
                                     AND reason = 'partner_deactivated')
             OR (action = ${IMPORTED} AND NOT (detail::jsonb -> 'dryRun')::boolean) AS shown
    FROM (SELECT * FROM ledger_entries WHERE partner_id = ${partnerId}
            AND action NOT IN ('depiction.logged', 'depiction.copy_stored', 'depiction.viewed', 'depiction.erased', 'depiction.removal_matched',
              'collab_scene.announced', 'upload_session.created', 'upload_session.completed', 'upload_session.copy_downloaded',
              'upload_session.erased')
          ORDER BY seq DESC LIMIT ${READ}) AS newest
    WHERE at >= ${since} ORDER BY seq DESC`;
}

/** Names by id. */
export type Names = ReadonlyMap<string, string>;

type Mentioned = Record<
  | "keys"
  | "users"
  | "invitations"
  | "producers"
  | "accounts"
  | "depictions"
  | "imports"
  | "scenes"
  | "productions"
  | "jobs",
  string[]
>;

/** Names by id of everything mentioned that belongs to this partner. */
export async function findNames(partnerId: string, mentioned: Mentioned): Promise<Names> {
  const ours = (ids: string[]) => ({ partnerId, id: { in: ids } });
  const [keys, users, invitations, producers, accounts, depictions, imports, scenes, productions, jobs] =
    await Promise.all([
      db.apiKey.findMany({ where: ours(mentioned.keys), select: { id: true, name: true } }),
      db.user.findMany({ where: { id: { in: mentioned.users } }, select: { id: true, name: true, email: true } }),
      db.partnerInvitation.findMany({ where: ours(mentioned.invitations), select: { id: true, email: true } }),
      db.producerInvitation.findMany({ where: ours(mentioned.producers), select: { id: true, email: true } }),
      db.soloAccount.findMany({ where: ours(mentioned.accounts), select: { id: true, externalUserId: true } }),
      db.depiction.findMany({ where: ours(mentioned.depictions), select: { id: true, title: true } }),
      db.contentImport.findMany({ where: ours(mentioned.imports), select: { id: true, fileName: true } }),
      db.collabScene.findMany({ where: ours(mentioned.scenes), select: { id: true, title: true } }),
      db.production.findMany({
        where: { id: { in: mentioned.productions }, partners: { some: { partnerId } } },
        select: { id: true, title: true },
      }),
      db.verificationJob.findMany({
        where: ours(mentioned.jobs),
        select: { id: true, scene: { select: { title: true } } },
      }),
    ]);
  return new Map([
    ...keys.map(({ id, name }) => [id, name] as const),
    ...users.map(({ id, name, email }) => [id, name ?? email] as const),
    ...[...invitations, ...producers].map(({ id, email }) => [id, email] as const),
    ...accounts.map(({ id, externalUserId }) => [id, externalUserId] as const),
    ...[...depictions, ...scenes, ...productions].map(({ id, title }) => [id, title] as const),
    ...jobs.map(({ id, scene }) => [id, scene.title] as const),
    ...imports.map(({ id, fileName }) => [id, fileName] as const),
  ]);
}

const EVENTS = [...SCENE_EVENTS, ...PRODUCTION_EVENTS, ...JOB_EVENTS] as const;

/** The part of an event that describes a change. */
type EventLine = { action: (typeof EVENTS)[number]; at: Date; subjectId: string; performer: string | null };

/**
 * What others did to a partner's scenes, productions and verification jobs since a moment, newest first. From the events sent to
 * it: the ledger shows more than it may know. Reads at most the newest `most` events.
 */
const readEventLines = (partnerId: string, since: Date, most: number): Promise<EventLine[]> =>
  // Each type on its own, so that the database index ends the reading. An event names a job by the partner's own id.
  rowsIn<EventLine>(db)`
    SELECT type AS action, at, data #>> '{performer,email}' AS performer,
      coalesce(data #>> '{scene,id}', data ->> 'productionId',
        (SELECT j.id FROM verification_jobs j
         WHERE j.partner_id = ${partnerId} AND j.job_id = data #>> '{verification,id}'), '') AS subject_id
    FROM (
      SELECT newest.*, convert_from(body, 'UTF8')::jsonb -> 'data' AS data
      FROM unnest(${[...EVENTS]}::text[]) AS wanted (type)
      CROSS JOIN LATERAL (
        SELECT id, e.type, created_at AS at, body FROM webhook_events e
        WHERE partner_id = ${partnerId} AND e.type = wanted.type AND id >= ${`evt_${firstIdAt(since)}`}
        ORDER BY id DESC LIMIT ${most}) AS newest
      ORDER BY id DESC LIMIT ${most}) AS events
    ORDER BY id DESC`;
