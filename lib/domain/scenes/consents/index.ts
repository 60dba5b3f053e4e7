import { z } from "zod";
import { USE_LABELS, USES, type Use } from "./labels";

export { USE_LABELS, USES, type Use };

/** Greenlit means that the scene may be published, so every scene needs these. */
const ALWAYS_NEEDED: readonly Use[] = ["depiction", "distribution"];

/** Uses and kinds of act: those that a scene needs, or those that a release gives. */
export const Consents = z.object({ uses: z.array(z.enum(USES)), acts: z.array(z.string()) });
export type Consents = z.infer<typeof Consents>;

/** What `collab_scenes.needs` or `scene_performers.given` keeps; null without. */
export const keptConsents = (kept: unknown): Consents | null => Consents.nullable().parse(kept ?? null);

/** One consent that a release asks, and the performer's answer. An act's label is the producer's words. */
export type Answer = {
  /** Of its box on the page. */
  key: string;
  kind: "use" | "act";
  label: string;
  isNeeded: boolean;
  /** In the release, also if it was withdrawn since. */
  isGiven: boolean;
  /** When the performer withdrew it; null if they didn't. */
  withdrawnAt: Date | null;
};

/** What a withdrawal of distribution withdraws, by its statement and by the releases that allow it. */
const WITHDRAWN_TOGETHER: readonly Use[] = ["distribution", "download", "resale"];

const actKey = (index: number): string => `act-${index}`;

/** Every consent that a scene's release asks, in its order, as answered: by default, nothing is given. */
export const answersOf = (needs: Consents | null, given: Consents | null = null): Answer[] => [
  ...USES.map((use) => ({
    ...{ key: use, kind: "use" as const, label: USE_LABELS[use] },
    isNeeded: ALWAYS_NEEDED.includes(use) || Boolean(needs?.uses.includes(use)),
    isGiven: Boolean(given?.uses.includes(use)),
    withdrawnAt: null,
  })),
  ...(needs?.acts ?? []).map((act, index) => ({
    ...{ key: actKey(index), kind: "act" as const, label: act },
    isNeeded: true,
    isGiven: Boolean(given?.acts.includes(act)),
    withdrawnAt: null,
  })),
];

/** What the ticked boxes of a scene's release give. Keys that it doesn't ask for count for nothing. */
export const givenBy = (needs: Consents | null, keys: readonly string[]): Consents => ({
  uses: USES.filter((use) => keys.includes(use)),
  acts: (needs?.acts ?? []).filter((_, index) => keys.includes(actKey(index))),
});

type SignedRelease = { given: unknown; needs: unknown };

/** The answers of a signed release, as signed; undefined for one of an earlier version, which gave every use at once and says so itself. */
export function signedAnswers({ given, needs }: SignedRelease): Answer[] | undefined {
  const kept = keptConsents(given);
  return kept ? answersOf(keptConsents(needs), kept) : undefined;
}

/** The answers of a signed release, as they are now: `withdrawnAt` is when its performer withdrew distribution. */
export const answersNow = ({ withdrawnAt, ...signed }: SignedRelease & { withdrawnAt: Date | null }) =>
  signedAnswers(signed)?.map((answer) =>
    answer.isGiven && WITHDRAWN_TOGETHER.some((use) => use === answer.key) ? { ...answer, withdrawnAt } : answer,
  );

/** An answer in print. */
export const givenText = ({ isGiven, withdrawnAt }: Answer): string =>
  withdrawnAt ? `Withdrawn ${withdrawnAt.toISOString()}` : isGiven ? "Given" : "Not given";

/** What an answer is about, in print. */
export const askedText = ({ kind, label }: Pick<Answer, "kind" | "label">): string =>
  kind === "act" ? `“${label}”` : label;

/** Whether a release lacks something that its scene needs. */
export const fallsShort = (answers: readonly Answer[]): boolean =>
  answers.some(({ isNeeded, isGiven }) => isNeeded && !isGiven);

/** The labels of those answers, such as `Depiction, “kissing”`. */
export const listed = (answers: readonly Answer[]): string => answers.map(askedText).join(", ");

/** The labels of what a scene needs consent to, for pages; null where its creation didn't say so. */
export function neededText(kept: unknown): string | null {
  const needs = keptConsents(kept);
  return needs && listed(answersOf(needs).filter(({ isNeeded }) => isNeeded));
}
