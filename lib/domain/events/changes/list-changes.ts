import { z } from "zod";
import type { Ctx, PortalUserActor, Role } from "@/lib/domain/core/context";
import { clock } from "@/lib/platform/clock";
import { dayBegan } from "@/lib/platform/time-zone";
import {
  type ChangeAction,
  COUNTED_ACTIONS,
  CREATOR_ACTIONS,
  findNames,
  IMPORTED,
  JOB_ACTIONS,
  KEY_ACTIONS,
  type Line,
  type Names,
  PRODUCER_ACTIONS,
  PRODUCTION_ACTIONS,
  REMOVED,
  readChangeLines,
  SCENE_ACTIONS,
  TEAM_ACTIONS,
} from "./change-lines";

export type Change = {
  action: ChangeAction;
  /** The latest time, if counted. */
  at: Date;
  /** Changes of creators, scenes, productions and jobs, and takedowns, are counted in one line per action. */
  count: number;
  /** A team member or one of the partner's keys. */
  by: { kind: "person" | "key"; name: string } | null;
  /** The key, mailbox, person, creator, title or file it happened to; null for several. */
  subject: string | null;
  subjectId: string | null;
  /** Who consented, refused, signed or was verified. */
  performer: string | null;
  role: Role | null;
  /** What an import wrote. */
  imported: { records: number; failed: boolean } | null;
};

export type Changes = {
  changes: Change[];
  /** False if the day had more entries than we read, so counts are minimums. */
  complete: boolean;
};

const SHOWN = 20;
const Detail = z
  .object({
    to: z.string().optional(),
    role: z.string().optional(),
    logged: z.int().default(0),
    failed: z.boolean().default(false),
  })
  .catch({ logged: 0, failed: false });
const RoleName = z.enum(["owner", "admin", "developer", "viewer", "billing"]).nullable().catch(null);

/**
 * What changed for a partner since midnight in the reader's zone, newest first: keys, team, producers, creators it provisioned,
 * deactivated or reactivated, scenes, productions, verification jobs, takedowns and imports. An allow list: nothing about a person's
 * decisions, links or identities, except what events tell.
 */
export async function listChangesToday(ctx: Ctx<PortalUserActor>, zone?: string): Promise<Changes> {
  const { partnerId } = ctx.actor;
  const { lines, complete } = await readChangeLines(partnerId, dayBegan(clock.now(), zone));
  const changes = group(lines).slice(0, SHOWN);
  const names = await namesOf(partnerId, changes);
  return {
    changes: changes.map(({ line, count }) => present(line, count, names)),
    complete,
  };
}

type Grouped = { line: Line; count: number };

function group(lines: readonly Line[]): Grouped[] {
  const counted = new Map<ChangeAction, Grouped>();
  const changes: Grouped[] = [];
  for (const line of lines) {
    const existing = counted.get(line.action);
    if (existing) {
      existing.count += 1;
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
    lines.flatMap(({ actorKind, actorId }) => (actorKind && kinds.includes(actorKind) ? [actorId] : []));
  const joined = lines.flatMap(({ action, actorId }) => (action === "partner_invitation.accepted" ? [actorId] : []));
  return findNames(partnerId, {
    keys: [...subjects(KEY_ACTIONS), ...actors(["partner_key"])],
    users: [...actors(["portal_user"]), ...joined, ...subjects(TEAM_ACTIONS)],
    invitations: subjects(TEAM_ACTIONS),
    producers: subjects(PRODUCER_ACTIONS),
    accounts: subjects(CREATOR_ACTIONS),
    depictions: subjects([REMOVED]),
    imports: subjects([IMPORTED]),
    scenes: subjects(SCENE_ACTIONS),
    productions: subjects(PRODUCTION_ACTIONS),
    jobs: subjects(JOB_ACTIONS),
  });
}

function present(line: Line, count: number, names: Names): Change {
  const { action, at, actorKind, actorId, subjectId, performer } = line;
  const detail = Detail.parse(JSON.parse(line.detail));
  const isSingle = count === 1;
  const ours = actorKind === "portal_user" || actorKind === "partner_key" || action === "partner_invitation.accepted";
  const name = isSingle && ours ? names.get(actorId) : undefined;
  return {
    action,
    at,
    count,
    by: name ? { kind: actorKind === "partner_key" ? "key" : "person", name } : null,
    subject: isSingle ? (names.get(subjectId) ?? null) : null,
    subjectId: isSingle ? subjectId : null,
    performer: isSingle ? performer : null,
    role: RoleName.parse(detail.to ?? detail.role ?? null),
    imported: action === IMPORTED ? { records: detail.logged, failed: detail.failed } : null,
  };
}
