import { z } from "zod";
import type { Ctx, PortalUserActor, Role } from "@/lib/domain/context";
import type { LedgerAction } from "@/lib/domain/ledger";
import { clock } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";
import { findNames, type Names } from "./change-names";

const KEY_ACTIONS = [
  "api_key.created",
  "api_key.revoked",
  "api_key.revocation_planned",
  "api_key.revocation_cancelled",
] as const satisfies readonly LedgerAction[];
const TEAM_ACTIONS = [
  "partner_invitation.sent",
  "partner_invitation.accepted",
  "partner_invitation.withdrawn",
  "partner_member.role_changed",
  "partner_member.left",
  "partner_member.removed",
] as const satisfies readonly LedgerAction[];
const REMOVED = "depiction.removed" satisfies LedgerAction;
const IMPORTED = "content_import.finished" satisfies LedgerAction;
const PROVISIONED = "solo_account.provisioned" satisfies LedgerAction;
const HOLD_PLACED = "solo_account.hold_placed" satisfies LedgerAction;
const HOLD_LIFTED = "solo_account.hold_lifted" satisfies LedgerAction;
// The last two are what the partner's own holds mean to it; the ledger has no such lines.
const CREATOR_ACTIONS = [PROVISIONED, "solo_account.deactivated", "solo_account.reactivated"] as const;

// Of these there may be many: they are counted in one line for each action.
const COUNTED_ACTIONS = [...CREATOR_ACTIONS, REMOVED] as const;

export type ChangeAction =
  | (typeof KEY_ACTIONS | typeof TEAM_ACTIONS | typeof COUNTED_ACTIONS)[number]
  | typeof IMPORTED;

export type Change = {
  action: ChangeAction;
  /** The latest, where one line stands for several. */
  at: Date;
  /** What creators went through, and what was taken down, is counted in one line for each action; the rest stands alone. */
  count: number;
  /** Who did it, where that is a person of the team or one of the partner's keys. */
  by: { kind: "person" | "key"; name: string } | null;
  /** The key, mailbox, person, creator, title or file it happened to; null for several. */
  subject: string | null;
  subjectId: string | null;
  role: Role | null;
  /** What an import wrote. */
  imported: { records: number; failed: boolean } | null;
};

export type Changes = {
  changes: Change[];
  /** False when the day had more lines than are read, so that counts are the least there were. */
  complete: boolean;
};

const READ = 1_000;
const SHOWN = 20;
const Detail = z
  .object({
    to: z.string().optional(),
    role: z.string().optional(),
    logged: z.int().default(0),
    failed: z.boolean().default(false),
  })
  .catch({ logged: 0, failed: false });
const RoleName = z.enum(["owner", "admin", "developer", "viewer"]).nullable().catch(null);

type Line = {
  action: ChangeAction;
  at: Date;
  actorKind: string;
  actorId: string;
  subjectId: string;
  detail: string;
  shown: boolean;
};

/**
 * What changed for a partner since midnight UTC, newest first: its keys, its team, the creators that it brought, took out of
 * custody or back, what was taken down of its content, and its imports that wrote. An open list of what is told, not of what is hidden: nothing of what a person decided, of links
 * or of identities. Reads at most the newest thousand lines of the partner's ledger that tell of
 * more than single records being logged, by an index of their own.
 */
export async function listChangesToday(ctx: Ctx<PortalUserActor>): Promise<Changes> {
  const { partnerId } = ctx.actor;
  const midnight = clock.now();
  midnight.setUTCHours(0, 0, 0, 0);
  const told = [...KEY_ACTIONS, ...TEAM_ACTIONS, PROVISIONED, REMOVED];
  // A hold is the partner's own by its reason. The service's holds, and missing payment, have others.
  const lines = await db.$queryRaw<Line[]>`
    SELECT CASE action WHEN ${HOLD_PLACED} THEN 'solo_account.deactivated'
                       WHEN ${HOLD_LIFTED} THEN 'solo_account.reactivated' ELSE action END AS action,
           at, actor_kind AS "actorKind", actor_id AS "actorId", subject_id AS "subjectId", detail,
           action = ANY(${told}) OR (action IN (${HOLD_PLACED}, ${HOLD_LIFTED})
                                     AND reason = 'partner_deactivated')
             OR (action = ${IMPORTED} AND NOT (detail::jsonb -> 'dryRun')::boolean) AS shown
    FROM (SELECT * FROM ledger_entries WHERE partner_id = ${partnerId}
            AND action NOT IN ('depiction.logged', 'depiction.copy_stored', 'depiction.viewed', 'depiction.erased')
          ORDER BY seq DESC LIMIT ${READ}) AS newest
    WHERE at >= ${midnight} ORDER BY seq DESC`;
  const changes = group(lines.filter(({ shown }) => shown)).slice(0, SHOWN);
  const names = await namesOf(partnerId, changes);
  return {
    changes: changes.map(({ line, count }) => present(line, count, names)),
    complete: lines.length < READ,
  };
}

type Grouped = { line: Line; count: number };

function group(lines: readonly Line[]): Grouped[] {
  const counted = new Map<ChangeAction, Grouped>();
  const changes: Grouped[] = [];
  for (const line of lines) {
    const known = counted.get(line.action);
    if (known) {
      known.count += 1;
      continue;
    }
    const change = { line, count: 1 };
    changes.push(change);
    if (isAbout(COUNTED_ACTIONS, line.action)) counted.set(line.action, change);
  }
  return changes;
}

const isAbout = (actions: readonly ChangeAction[], action: ChangeAction): boolean => actions.includes(action);

/** What each line mentions. */
function namesOf(partnerId: string, changes: readonly Grouped[]): Promise<Names> {
  const lines = changes.map(({ line }) => line);
  const subjects = (actions: readonly ChangeAction[]) =>
    lines.flatMap(({ action, subjectId }) => (isAbout(actions, action) ? [subjectId] : []));
  const actors = (kinds: readonly string[]) =>
    lines.flatMap(({ actorKind, actorId }) => (kinds.includes(actorKind) ? [actorId] : []));
  const joined = lines.flatMap(({ action, actorId }) => (action === "partner_invitation.accepted" ? [actorId] : []));
  return findNames(partnerId, {
    keys: [...subjects(KEY_ACTIONS), ...actors(["partner_key"])],
    users: [...actors(["portal_user"]), ...joined, ...subjects(TEAM_ACTIONS)],
    invitations: subjects(TEAM_ACTIONS),
    accounts: subjects(CREATOR_ACTIONS),
    depictions: subjects([REMOVED]),
    imports: subjects([IMPORTED]),
  });
}

function present(line: Line, count: number, names: Names): Change {
  const { action, at, actorKind, actorId, subjectId } = line;
  const detail = Detail.parse(JSON.parse(line.detail));
  const alone = count === 1;
  const ours = actorKind === "portal_user" || actorKind === "partner_key" || action === "partner_invitation.accepted";
  const name = alone && ours ? names.get(actorId) : undefined;
  return {
    action,
    at,
    count,
    by: name ? { kind: actorKind === "partner_key" ? "key" : "person", name } : null,
    subject: alone ? (names.get(subjectId) ?? null) : null,
    subjectId: alone ? subjectId : null,
    role: RoleName.parse(detail.to ?? detail.role ?? null),
    imported: action === IMPORTED ? { records: detail.logged, failed: detail.failed } : null,
  };
}
