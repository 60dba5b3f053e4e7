import type { z } from "zod";

type Issue = z.core.$ZodIssue;

const FORMATS: Record<string, string> = {
  email: "an email address",
  url: "an absolute http or https URL",
  datetime: "an ISO 8601 date-time with a time zone, such as 2026-09-05T12:00:00Z",
  date: "a date, such as 2026-09-05",
};

/** What is wrong with a field, for the person who reads the error. Not part of the contract. */
export function sentenceFor(field: string, issue: Issue): string {
  const words = wordsFor(issue);
  // A schema's own message either continues the sentence ("must be …") or is one.
  return words.startsWith("must ") ? `${field || "The request"} ${words}` : words;
}

/** The same without the field: what it must be, or the schema's own message. */
export function wordsFor(issue: Issue): string {
  switch (issue.code) {
    case "invalid_type":
      return `must be ${article(issue.expected)} ${issue.expected}`;
    case "invalid_format":
      return FORMATS[issue.format] ? `must be ${FORMATS[issue.format]}` : issue.message;
    case "invalid_value":
      return `must be ${issue.values.length > 1 ? "one of " : ""}${issue.values.map(String).join(", ")}`;
    case "too_small":
      return `must ${bound(issue.origin, issue.inclusive === false ? "more than" : "at least", issue.minimum)}`;
    case "too_big":
      return `must ${bound(issue.origin, issue.inclusive === false ? "less than" : "at most", issue.maximum)}`;
    default:
      return issue.message;
  }
}

function bound(origin: string, relation: string, value: number | bigint): string {
  const plural = Number(value) === 1 ? "" : "s";
  if (origin === "string") return `have ${relation} ${value} character${plural}`;
  if (origin === "array") return `have ${relation} ${value} item${plural}`;
  return `be ${relation} ${value}`;
}

const article = (word: string): string => (/^[aeiou]/.test(word) ? "an" : "a");
