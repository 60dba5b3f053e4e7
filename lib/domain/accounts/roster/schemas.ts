import { z } from "zod";
import { SOLO_STATUSES, SUSPEND_REASONS } from "@/lib/domain/accounts/schemas";
import { findUnstorableText } from "@/lib/platform/unstorable-text";
import { dateTimeOut } from "@/lib/platform/wire";

/** How long a search may be. */
export const FIND_MAX = 450;

export const CHANGE_KINDS = ["deactivate", "reactivate"] as const;
export type ChangeKind = (typeof CHANGE_KINDS)[number];

const PICKED_MOST = 500;

// An invalid filter widens the list, but it must not widen a change to every creator.
const StrictFilters = z.strictObject({
  find: z
    .string()
    .trim()
    .max(FIND_MAX)
    .refine((text) => !findUnstorableText(text))
    .optional(),
  status: z.enum(SOLO_STATUSES).optional(),
  reason: z.enum(SUSPEND_REASONS).optional(),
});

/** The filters that a change may select by. */
export type RosterFilters = z.output<typeof StrictFilters>;

/** The creators of a change: selected ones, or all that match the filters. */
export const Selection = z.union([
  z.strictObject({ accountIds: z.array(z.string().max(64)).min(1).max(PICKED_MOST) }),
  z.strictObject({ filters: StrictFilters }),
]);
export type Selection = z.output<typeof Selection>;

/** Why a change may stop early: its starter left the team or lost the permission. */
const STOP_REASONS = ["starter_may_not"] as const;
export type StopReason = (typeof STOP_REASONS)[number];

/** A change as the portal shows it. */
export const ChangeState = z.object({
  id: z.string(),
  kind: z.enum(CHANGE_KINDS),
  total: z.int(),
  /** Deactivated or reactivated. */
  changed: z.int(),
  /** Already in that state. */
  unchanged: z.int(),
  refused: z.int(),
  by: z.string(),
  startedAt: dateTimeOut,
  finishedAt: dateTimeOut.nullable(),
  /** Why it stopped early; null if it didn't. */
  stoppedFor: z.enum(STOP_REASONS).nullable().catch(null),
});
export type ChangeState = z.output<typeof ChangeState>;

/** A creator the change was refused for, and why. */
export const RefusedCreator = z.object({
  accountId: z.string(),
  externalUserId: z.string(),
  email: z.string(),
  code: z.string(),
});
export type RefusedCreator = z.output<typeof RefusedCreator>;

/** A change with its first refused creators. */
export const ChangeDetail = z.object({ state: ChangeState, refused: z.array(RefusedCreator) });
export type ChangeDetail = z.output<typeof ChangeDetail>;
