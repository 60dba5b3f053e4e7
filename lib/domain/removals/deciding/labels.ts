import { type LegalBasis, needsTwo } from "../labels";

type Wording = {
  /** For the custodian. */
  label: string;
  /** For the claimant. Empty where the custodian's own words are all they read. */
  text: string;
};

/** Why a removal is confirmed, in the order of the panel. */
export const CONFIRM_REASONS = ["named", "shown", "never_agreed", "withdrawn", "owned", "other"] as const;
export type ConfirmReason = (typeof CONFIRM_REASONS)[number];

/** Why a record is rejected, in the order of the panel. */
export const REJECT_REASONS = [
  "not_named",
  "not_shown",
  "released",
  "no_authority",
  "too_little",
  "not_owned",
  "other",
] as const;
export type RejectReason = (typeof REJECT_REASONS)[number];

const other = { label: "Other: in your words", text: "" };

export const confirmWordings: Readonly<Record<ConfirmReason, Wording>> = {
  named: { label: "It is what they named", text: "It is what you named in your request." },
  shown: { label: "It shows them", text: "It shows you, or the person you act for." },
  never_agreed: { label: "They never agreed", text: "We have no record that you agreed to it." },
  withdrawn: { label: "They withdrew their consent", text: "You withdrew your consent to it." },
  owned: { label: "They own the rights", text: "You own the rights to it." },
  other,
};

export const rejectWordings: Readonly<Record<RejectReason, Wording>> = {
  not_named: { label: "Not what they named", text: "It isn’t what you named in your request." },
  not_shown: { label: "Shows someone else", text: "It doesn’t show you or the person you act for." },
  released: { label: "They signed a release", text: "You signed a release that covers it." },
  no_authority: {
    label: "Authority not shown",
    text: "We couldn’t confirm that you may ask for the person it shows.",
  },
  too_little: { label: "Not enough to decide", text: "What you told us isn’t enough for us to confirm it." },
  not_owned: { label: "Rights not shown", text: "We couldn’t confirm that you own the rights to it." },
  other,
};

/** What a claimant reads on their page about a decision: the reason's sentence, and the custodian's own words. */
export const decisionText = (wording: Pick<Wording, "text"> | null, note: string): string =>
  [wording?.text, note.trim()].filter(Boolean).join("\n\n");

/** What a request is counted by, and what it must have. `hours`: exact ones; otherwise seven business days. */
type Law = {
  deadline: string;
  /** Follows "Needs:" on the page. */
  needs: string;
};

const SEVEN = "Seven business days in New York, after the day of filing.";

/** What a custodian compares a request with, by its legal basis. Contract: Takedown deadlines. */
export const LAWS: Readonly<Record<LegalBasis, Law>> = {
  NCII_TAKE_IT_DOWN: {
    deadline: "48 hours from the request, counted without pauses.",
    needs:
      "a signature, enough to find the depiction, a good-faith statement that it wasn’t consensual, and contact details.",
  },
  NCII_STATE: {
    deadline: "72 hours from the request, counted without pauses.",
    needs: "intimate content that shows the claimant, or whom they act for, without consent.",
  },
  AN_5196_APPEAL: { deadline: SEVEN, needs: "that the person shown withdraws consent, or never gave it." },
  DMCA: {
    deadline: SEVEN,
    needs: "a signature, the work, where the copy is, and a statement that its use isn’t authorized.",
  },
  OTHER: { deadline: SEVEN, needs: "the record that the claimant named, and their grounds." },
};

type Item = { status: string; proposedById: string | null; rejectedByIds: readonly string[] };

/** Whether a record waits for this custodian: a suggestion, or an open record that they neither proposed nor rejected before. */
export function waitsFor(reader: string, basis: LegalBasis, { status, proposedById, rejectedByIds }: Item): boolean {
  if (status === "suggested") return true;
  if (status !== "open" || proposedById === reader) return false;
  return !rejectedByIds.includes(reader) || (needsTwo(basis) && proposedById !== null);
}

/** The forms of the decision panel, as the page's URL names them for who has no scripts. */
export const DECISION_FORMS = ["confirm", "reject", "ask", "attach", "close", "reassign", "note"] as const;
export type DecisionForm = (typeof DECISION_FORMS)[number];

/** How many records one decision is about at most, and how many of a request are compared with one another. */
export const CLUSTER_MOST = 50;

/** What became of a record of a cluster. `before`: it had this outcome before. */
export const CLUSTER_DID = [
  "attached",
  "dismissed",
  "confirmed",
  "already_removed",
  "rejected",
  "proposed",
  "before",
] as const;
export type ClusterDid = (typeof CLUSTER_DID)[number];

/** Why a record of a cluster was left as it is. All but the first two may be about each that wasn't reached. */
export const CLUSTER_LEFT = [
  "changed",
  "second_custodian",
  "conflict_of_interest",
  "request_withdrawn",
  "assigned_elsewhere",
  "failed",
] as const;
export type ClusterLeft = (typeof CLUSTER_LEFT)[number];
