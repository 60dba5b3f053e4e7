import { z } from "zod";
import { findUnstorableText } from "@/lib/platform/unstorable-text";
import { MESSAGE_MAX } from "../filing/labels";
import { REASON_MAX } from "../labels";

/**
 * The views of the queue beside the open requests. `breached`: past a deadline, the custodians' or a platform's. `suggested`: decided,
 * with a record suggested since.
 */
export const REQUEST_VIEWS = ["breached", "suggested", "all"] as const;
export type RequestView = (typeof REQUEST_VIEWS)[number];
/** Assigned to this custodian, unassigned, or with a rejection that waits for a second custodian. */
export const WORK = ["mine", "unassigned", "second"] as const;

/** Whether a view is by deadline. Requests of the others aren't worked on. */
export const hasDeadlines = (view: string | undefined): boolean => view !== "all" && view !== "suggested";

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
