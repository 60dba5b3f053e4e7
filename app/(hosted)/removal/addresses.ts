import { type Draft, firstUnanswered } from "@/lib/domain/removals";
import type { Question } from "@/lib/domain/removals/filing/schemas";

// Apart from `draft.ts`, which reads cookies as pages with scripts do. The first page has none.

export const START = "/removal";
export const STATEMENT_PAGE = `${START}/file/statement`;
export const pageOf = (question: Question): string => `${START}/file/${question}`;

/** The cookie with the token of this browser's draft. */
export const DRAFT_COOKIE = "removal_draft";

/** Where a draft continues: at its first question without an answer, or at the statement. */
export function nextPage(draft: Pick<Draft, "answers">): string {
  const question = firstUnanswered(draft.answers);
  return question ? pageOf(question) : STATEMENT_PAGE;
}
