import { z } from "zod";
import { findUnstorableText } from "@/lib/platform/unstorable-text";
import { CONFIRM_REASONS, confirmWordings, decisionText, REJECT_REASONS, rejectWordings } from "../deciding/labels";
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

/** Due within a day, or late. */
export const DUE = ["day"] as const;

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

type Wordings<Reason extends string> = {
  reasons: readonly Reason[];
  wordings: Readonly<Record<Reason, { text: string }>>;
};

/** A reason that a custodian chose, with words of their own, as the claimant reads both. Own words alone do, too. */
const decision = <Reason extends string>({ reasons, wordings }: Wordings<Reason>) =>
  z
    .object({
      reason: z
        .enum(reasons as readonly [Reason, ...Reason[]])
        .nullish()
        .catch(null),
      note: z.string().trim(),
    })
    .transform(({ reason, note }) => decisionText(reason ? wordings[reason] : null, note));

export const ConfirmWords = decision({ reasons: CONFIRM_REASONS, wordings: confirmWordings }).pipe(DecisionReason);

/** Null for the second custodian who chooses nothing: the reason of the first is used. */
export const RejectWords = decision({ reasons: REJECT_REASONS, wordings: rejectWordings }).pipe(
  z.union([z.literal("").transform(() => null), DecisionReason]),
);

/** What a custodian writes for the others. */
export const RemovalNote = words("Write a note.", 500);
