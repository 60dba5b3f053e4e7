import { sha256Hex } from "@/lib/platform/crypto";

/** What somebody is asked to agree to. `shown` is the text's hash. Send it back with the act, so that they agree to what they saw. */
export type Statement = { text: string; version: string; shown: string };

type Parts = { heading: string; version: string; introduction: string; clauses: readonly string[]; signature: string };

/** A statement with numbered clauses. Show `text` byte for byte, because it is kept as evidence. */
export function statementOf({ heading, version, introduction, clauses, signature }: Parts): Statement {
  const numbered = clauses.map((clause, n) => `${n + 1}. ${clause}`);
  const text = [heading, `Version ${version}`, introduction, ...numbered, signature].join("\n\n");
  return { text, version, shown: sha256Hex(text) };
}

/** Words such as "2 performers". */
export const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? "" : "s"}`;
