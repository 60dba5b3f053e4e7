import type { z } from "zod";
import { textOf } from "@/app/forms";
import { ACT_LENGTH_MAX, ACTS_MAX, DECLARED_USES } from "@/lib/domain/scenes/consents/labels";
import type { requiredConsents } from "@/lib/domain/scenes/consents/schemas";
import { PERFORMERS_MAX } from "@/lib/domain/scenes/labels";
import { emailAddress } from "@/lib/platform/wire";

type Typed = { performers: { email: string }[]; error?: never } | { performers?: never; error: string };

/** The addresses that were typed, one on each line, or what is wrong with them. */
export function typedPerformers(text: string): Typed {
  const performers: { email: string }[] = [];
  for (const typed of text.split(/[\s,;]+/)) {
    if (typed === "") continue;
    const address = emailAddress.safeParse(typed);
    if (!address.success) return { error: `“${typed.slice(0, 80)}” isn’t an email address.` };
    const email = address.data;
    if (performers.some((one) => one.email === email)) return { error: `${email} is listed twice.` };
    performers.push({ email });
  }
  if (performers.length > PERFORMERS_MAX) return { error: `Name at most ${PERFORMERS_MAX} performers.` };
  return { performers };
}

type NeededConsents = z.input<typeof requiredConsents>;

/** What a scene needs as it was entered in `ConsentFields`; undefined without any. */
export function consentsIn(form: FormData): NeededConsents {
  const uses = DECLARED_USES.filter((use) => form.has(use));
  const acts = linesOf(textOf(form, "requiredConsents"));
  return uses.length + acts.length > 0 ? { uses, acts } : undefined;
}

/** What a form says of kinds of act that are wrong. */
export const WRONG_CONSENTS = `Enter up to ${ACTS_MAX} different kinds of act, of up to ${ACT_LENGTH_MAX} characters.`;

const linesOf = (text: string): string[] =>
  text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");

/** A typed day, such as `2026-09-05`, as the API wants it. */
export const dayOf = (typed: string): string => (typed ? `${typed}T00:00:00.000Z` : "");

/** What the form says about each field that is missing or wrong, in its order. */
export const wrongFields = (words: Readonly<Record<string, string>>, { issues }: z.ZodError): Record<string, string> =>
  Object.fromEntries(Object.entries(words).filter(([name]) => issues.some(({ path }) => path[0] === name)));
