import type { z } from "zod";
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

/** A typed day, such as `2026-09-05`, as the API wants it. */
export const dayOf = (typed: string): string => (typed ? `${typed}T00:00:00.000Z` : "");

/** What the form says about each field that is missing or wrong, in its order. */
export const wrongFields = (words: Readonly<Record<string, string>>, { issues }: z.ZodError): Record<string, string> =>
  Object.fromEntries(Object.entries(words).filter(([name]) => issues.some(({ path }) => path[0] === name)));
