import { z } from "zod";
import { PERFORMERS_MAX } from "@/lib/domain/scenes/schemas";
import { InvalidField } from "@/lib/platform/errors";
import { emailAddress } from "@/lib/platform/wire";

const FIRST_DAY = "1900-01-01";

/** The day of production, `YYYY-MM-DD`, as midnight UTC. Throws `InvalidField` for anything else, and for a day after today. */
export function dayOf(typed: string | null, now: Date): Date {
  const day = typed?.trim() ?? "";
  const refuse = (message: string) => new InvalidField("shootDate", message);
  if (day === "") throw refuse("Enter the day this was made.");
  if (!z.iso.date().safeParse(day).success) throw refuse("Enter a day that exists, such as 2026-09-05.");
  if (day < FIRST_DAY) throw refuse("Enter a day after 1900.");
  if (day > now.toISOString().slice(0, 10)) throw refuse("Enter today or an earlier day.");
  return new Date(`${day}T00:00:00.000Z`);
}

/**
 * The addresses of the other performers, normalized, without empty fields. Throws `InvalidField`: `performers` for too few or too
 * many, `performers.2` for the third field.
 */
export function othersOf(typed: readonly string[], uploader: string): { email: string }[] {
  const named = new Set<string>();
  for (const [n, text] of typed.entries()) {
    if (text.trim() === "") continue;
    const refuse = (message: string) => new InvalidField(`performers.${n}`, message);
    const { data: email } = emailAddress.safeParse(text);
    if (email === undefined) throw refuse("Enter an email address, such as ada@example.com.");
    if (email === uploader) throw refuse("Name only the others. You attest for yourself.");
    if (named.has(email)) throw refuse("You entered this address twice.");
    named.add(email);
  }
  if (named.size === 0) throw new InvalidField("performers", "Name at least one other person.");
  if (named.size > PERFORMERS_MAX) throw new InvalidField("performers", `Name at most ${PERFORMERS_MAX} people.`);
  return [...named].map((email) => ({ email }));
}
