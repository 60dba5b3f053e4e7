import { DAY_MS, HOUR_MS, MINUTE_MS } from "@/lib/platform/duration";

const UNITS = [
  { name: "day", ms: DAY_MS, from: 2 * DAY_MS, step: 1 },
  { name: "hour", ms: HOUR_MS, from: 2 * HOUR_MS, step: 1 },
  { name: "minute", ms: MINUTE_MS, from: 10 * MINUTE_MS, step: 5 },
  { name: "minute", ms: MINUTE_MS, from: 0, step: 1 },
] as const;

/** A length of time, rounded up so that it promises nothing: "4 minutes", "25 minutes", "3 hours", "2 days". */
export function atMostText(ms: number): string {
  const { name, ms: one, step } = UNITS.find(({ from }) => ms > from) ?? { name: "minute", ms: MINUTE_MS, step: 1 };
  const count = Math.max(1, Math.ceil(ms / one / step) * step);
  return `${count} ${name}${count === 1 ? "" : "s"}`;
}

/** When a custodian will have looked at an ID, by the median. Empty where too few were decided to say. */
export const reviewTimeText = (ms: number | null | undefined): string =>
  typeof ms === "number" ? `Half of the IDs of the last 30 days were decided within ${atMostText(ms)}.` : "";

/** Who has a sent ID, and when its result comes. */
export type InReview = { driver: string; reviewMs: number | null };

/** What happens to an ID that its person sent, to them. */
export const inReviewText = ({ driver, reviewMs }: InReview): string =>
  driver === "stripe_identity"
    ? "The check takes a few minutes. We email you the result."
    : ["A custodian of records reviews it.", reviewTimeText(reviewMs), "We email you the result."]
        .filter(Boolean)
        .join(" ");

/** Who holds the copy of an ID, if we don't: ours are the photos that custodians saw, or an import brought. */
export function copyHolder({ driver, photos }: { driver: string; photos: readonly unknown[] }): string | null {
  if (photos.length > 0) return null;
  if (driver === "stripe_identity") return "Held by Stripe";
  return driver === "import" ? "Held by whoever verified it" : null;
}

/** What a second opinion recommends. It doesn't bind. */
export type Recommendation = "approving" | "rejecting";
export const isRecommendation = (text: string): text is Recommendation => text === "approving" || text === "rejecting";

/** What a custodian states to approve a check. The ledger keeps each in the entry of the approval. */
export const STATEMENTS = ["face", "genuine", "details", "valid", "of_age"] as const;
export type Statement = (typeof STATEMENTS)[number];

/** A change of any sentence is a new version. */
export const STATEMENTS_VERSION = "approval-2026-11-27";

export const statementTexts: Record<Statement, string> = {
  face: "The person in the photo is the person on the document.",
  genuine: "The document is genuine, as far as the photos show.",
  details: "Name and date of birth are those on the document.",
  valid: "The document was valid when it was sent.",
  of_age: "The person was at least 18 when it was sent.",
};

export const isStatement = (text: string): text is Statement => STATEMENTS.some((statement) => statement === text);
