import { z } from "zod";
import { SOLO_STATUSES, SUSPEND_REASONS } from "@/lib/domain/accounts/schemas";
import { findUnstorableText } from "@/lib/platform/unstorable-text";
import { dateTimeOut } from "@/lib/platform/wire";

const FIND_MAX = 450;

const find = z
  .string()
  .trim()
  .max(FIND_MAX)
  .refine((text) => !findUnstorableText(text));

/** What the roster can be narrowed by, as it stands in the page's address. What is not understood is left out. */
export const RosterFilters = z.object({
  /** The beginning of an email, of the partner's own user id or of an account id. */
  find: find.optional().catch(undefined),
  status: z.enum(SOLO_STATUSES).optional().catch(undefined),
  reason: z.enum(SUSPEND_REASONS).optional().catch(undefined),
});
export type RosterFilters = z.output<typeof RosterFilters>;
/** The names that the filters have in the address. */
export const ROSTER_FILTERS = RosterFilters.keyof().options;

export const RosterPageQuery = RosterFilters.extend({ cursor: z.string().max(64).optional().catch(undefined) });
export type RosterPageQuery = z.output<typeof RosterPageQuery>;

export const CHANGE_KINDS = ["deactivate", "reactivate"] as const;
export type ChangeKind = (typeof CHANGE_KINDS)[number];

const PICKED_MOST = 500;

// A filter that is not understood must not widen a change to everybody, as it widens the list.
const StrictFilters = z.strictObject({
  find: find.optional(),
  status: z.enum(SOLO_STATUSES).optional(),
  reason: z.enum(SUSPEND_REASONS).optional(),
});

/** Whom a change is for: creators that were picked, or all that the list's filters leave. */
export const Selection = z.union([
  z.strictObject({ accountIds: z.array(z.string().max(64)).min(1).max(PICKED_MOST) }),
  z.strictObject({ filters: StrictFilters }),
]);
export type Selection = z.output<typeof Selection>;

/** Why a change may end before it has reached everybody: whoever began it left the team, or may not any more. */
const STOP_REASONS = ["starter_may_not"] as const;
export type StopReason = (typeof STOP_REASONS)[number];

/** A change as the portal follows it. */
export const ChangeState = z.object({
  id: z.string(),
  kind: z.enum(CHANGE_KINDS),
  total: z.int(),
  /** Deactivated, or taken back. */
  changed: z.int(),
  /** So already. */
  unchanged: z.int(),
  refused: z.int(),
  by: z.string(),
  startedAt: dateTimeOut,
  finishedAt: dateTimeOut.nullable(),
  /** Why it ended early; null where it did not. */
  stoppedFor: z.enum(STOP_REASONS).nullable().catch(null),
});
export type ChangeState = z.output<typeof ChangeState>;

/** Somebody for whom a change was refused, and why. */
export const RefusedCreator = z.object({
  accountId: z.string(),
  externalUserId: z.string(),
  email: z.string(),
  code: z.string(),
});
export type RefusedCreator = z.output<typeof RefusedCreator>;

/** A change with the first of those for whom it was refused. */
export const ChangeDetail = z.object({ state: ChangeState, refused: z.array(RefusedCreator) });
export type ChangeDetail = z.output<typeof ChangeDetail>;
