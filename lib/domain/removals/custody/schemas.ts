import { z } from "zod";
import { findUnstorableText } from "@/lib/platform/unstorable-text";
import { searchText } from "@/lib/platform/wire";
import { MESSAGE_MAX } from "../filing/labels";
import { LEGAL_BASES, REASON_MAX } from "../labels";

/** The queue's filters in the URL. Values that can't be read are ignored. */
export const RequestFilters = z.object({
  /** A claimant's address, or the id of a request. */
  q: searchText(320),
  /**
   * `breached`: past a deadline, the custodians' or a platform's. `suggested`: decided, with a record suggested since. All of them.
   * By default the open ones.
   */
  view: z.enum(["breached", "suggested", "all"]).optional().catch(undefined),
  basis: z.enum(LEGAL_BASES).optional().catch(undefined),
  /** Assigned to this custodian, to nobody, or with a rejection that waits for a second custodian. */
  work: z.enum(["mine", "unassigned", "second"]).optional().catch(undefined),
});
export type RequestFilters = z.output<typeof RequestFilters>;
/** Whether a view is by deadline. Requests of the others aren't worked on. */
export const hasDeadlines = (view: RequestFilters["view"] | "open"): boolean => view !== "all" && view !== "suggested";

/** The names of the filters in the URL. */
export const REQUEST_FILTERS = RequestFilters.keyof().options;

export const RequestPageQuery = RequestFilters.extend({ cursor: z.string().max(64).optional().catch(undefined) });
export type RequestPageQuery = z.output<typeof RequestPageQuery>;

const words = (hint: string, max: number) =>
  z
    .string()
    .trim()
    .min(3, hint)
    .max(max, `Use at most ${max.toLocaleString("en")} characters.`)
    .refine((text) => !findUnstorableText(text), "The text has characters we can’t store.");

/** Why a custodian decided so, as the claimant reads it. */
export const DecisionReason = words("Tell the claimant why, in 3 characters or more.", REASON_MAX);
/** What a custodian writes to a claimant. */
export const MessageToClaimant = words("Write what the claimant should read, in 3 characters or more.", MESSAGE_MAX);
