import { emailAddress } from "@/lib/platform/wire";

/** What the creator reads if they name themselves. */
export const OWN_ADDRESS = "Name only the others. You attest for yourself.";
/** What the creator reads if they name no one. */
export const NO_ADDRESS = "Enter at least one address.";

/** The addresses that a creator typed, and what is wrong with single ones, by their place among `typed`. */
export type Names = { emails: string[]; problems: { at: number; message: string }[] };

/**
 * Reads the addresses of the other performers: normalized, different, without empty fields. Only the click knows the uploader's
 * address: the pages say nothing about it.
 */
export function readNames(typed: readonly string[], uploader?: string): Names {
  const names: Names = { emails: [], problems: [] };
  for (const [at, text] of typed.entries()) {
    if (text.trim() === "") continue;
    const { data: email } = emailAddress.safeParse(text);
    const refuse = (message: string) => names.problems.push({ at, message });
    if (email === undefined) refuse("Enter an email address, such as ada@example.com.");
    else if (email === uploader) refuse(OWN_ADDRESS);
    else if (names.emails.includes(email)) refuse("You already entered this address.");
    else names.emails.push(email);
  }
  return names;
}
