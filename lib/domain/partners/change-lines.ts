import type { LedgerAction } from "@/lib/domain/ledger";
import { clock } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";

export const KEY_ACTIONS = [
  "api_key.created",
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
export const REMOVED = "depiction.removed" satisfies LedgerAction;
export const IMPORTED = "content_import.finished" satisfies LedgerAction;
const PROVISIONED = "solo_account.provisioned" satisfies LedgerAction;
const SUSPENDED = "solo_account.hold_placed" satisfies LedgerAction;
const SUSPENSION_LIFTED = "solo_account.hold_lifted" satisfies LedgerAction;
// The last two are the partner's own suspensions; the ledger has no such actions.
export const CREATOR_ACTIONS = [PROVISIONED, "solo_account.deactivated", "solo_account.reactivated"] as const;

// There may be many of these, so each action is one line with a count.
export const COUNTED_ACTIONS = [...CREATOR_ACTIONS, REMOVED] as const;

export type ChangeAction =
  | (typeof KEY_ACTIONS | typeof TEAM_ACTIONS | typeof COUNTED_ACTIONS)[number]
  | typeof IMPORTED;

const READ = 1_000;

/** The part of a ledger entry that describes a change. */
export type Line = {
  action: ChangeAction;
  at: Date;
  actorKind: string;
  actorId: string;
  subjectId: string;
  detail: string;
  shown: boolean;
};

/**
 * A partner's ledger entries since midnight UTC that it may see, newest first. Reads at most the newest thousand,
 * except logged records, using a database index. `complete` is false if there may be more.
 */
export async function readChangeLines(partnerId: string): Promise<{ lines: Line[]; complete: boolean }> {
  const midnight = clock.now();
  midnight.setUTCHours(0, 0, 0, 0);
  const visible = [...KEY_ACTIONS, ...TEAM_ACTIONS, PROVISIONED, REMOVED];
  // The reason tells the partner's own suspensions from others.
  const lines = await db.$queryRaw<Line[]>`
    SELECT CASE action WHEN ${SUSPENDED} THEN 'solo_account.deactivated'
                       WHEN ${SUSPENSION_LIFTED} THEN 'solo_account.reactivated' ELSE action END AS action,
           at, actor_kind AS "actorKind", actor_id AS "actorId", subject_id AS "subjectId", detail,
           action = ANY(${visible}) OR (action IN (${SUSPENDED}, ${SUSPENSION_LIFTED})
                                     AND reason = 'partner_deactivated')
             OR (action = ${IMPORTED} AND NOT (detail::jsonb -> 'dryRun')::boolean) AS shown
    FROM (SELECT * FROM ledger_entries WHERE partner_id = ${partnerId}
            AND action NOT IN ('depiction.logged', 'depiction.copy_stored', 'depiction.viewed', 'depiction.erased')
          ORDER BY seq DESC LIMIT ${READ}) AS newest
    WHERE at >= ${midnight} ORDER BY seq DESC`;
  return { lines: lines.filter(({ shown }) => shown), complete: lines.length < READ };
}

/** Names by id. */
export type Names = ReadonlyMap<string, string>;

type Mentioned = Record<"keys" | "users" | "invitations" | "accounts" | "depictions" | "imports", string[]>;

/** Names by id of everything mentioned that belongs to this partner. */
export async function findNames(partnerId: string, mentioned: Mentioned): Promise<Names> {
  const ours = (ids: string[]) => ({ partnerId, id: { in: ids } });
  const [keys, users, invitations, accounts, depictions, imports] = await Promise.all([
    db.apiKey.findMany({ where: ours(mentioned.keys), select: { id: true, name: true } }),
    db.user.findMany({ where: { id: { in: mentioned.users } }, select: { id: true, name: true, email: true } }),
    db.partnerInvitation.findMany({ where: ours(mentioned.invitations), select: { id: true, email: true } }),
    db.soloAccount.findMany({ where: ours(mentioned.accounts), select: { id: true, externalUserId: true } }),
    db.depiction.findMany({ where: ours(mentioned.depictions), select: { id: true, title: true } }),
    db.contentImport.findMany({ where: ours(mentioned.imports), select: { id: true, fileName: true } }),
  ]);
  return new Map([
    ...keys.map(({ id, name }) => [id, name] as const),
    ...users.map(({ id, name, email }) => [id, name ?? email] as const),
    ...invitations.map(({ id, email }) => [id, email] as const),
    ...accounts.map(({ id, externalUserId }) => [id, externalUserId] as const),
    ...depictions.map(({ id, title }) => [id, title] as const),
    ...imports.map(({ id, fileName }) => [id, fileName] as const),
  ]);
}
