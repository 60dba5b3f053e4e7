import type { LegalBasis } from "@/prisma/generated/client";
import type { Claim } from "../claim";
import { type BasisAnswers, countsOf } from "./labels";
import type { Answers, Question } from "./schemas";

/** The questions that this claimant answers, in order. Each is asked only where its answer matters. */
export function questionsFor({ kind, subject, age, account }: Partial<Answers>): Question[] {
  const intimate = kind !== undefined && isIntimate(kind);
  const asksConsent = (intimate && age !== "minor") || kind === "image";
  return [
    "what",
    "who",
    ...(subject === "someone" ? (["authority"] as const) : []),
    ...(intimate ? (["age", "spread"] as const) : []),
    ...(asksConsent ? (["consent"] as const) : []),
    // The record is chosen already, and the mailbox proven.
    ...(account?.record ? [] : (["where"] as const)),
    "contact",
  ];
}

const FIELDS = {
  what: "kind",
  who: "subject",
  authority: "authority",
  age: "age",
  spread: "spread",
  consent: "consent",
  where: "urls",
  contact: "name",
} as const satisfies Record<Question, keyof Answers>;

/** The first question without an answer; null when all have one. */
export const firstUnanswered = (answers: Partial<Answers>): Question | null =>
  questionsFor(answers).find((question) => answers[FIELDS[question]] === undefined) ?? null;

/** The question after this one; null after the last. */
export function questionAfter(answers: Partial<Answers>, question: Question): Question | null {
  const questions = questionsFor(answers);
  return questions[questions.indexOf(question) + 1] ?? null;
}

/** The question before this one; null for the first. */
export function questionBefore(answers: Partial<Answers>, question: Question): Question | null {
  const questions = questionsFor(answers);
  return questions[questions.indexOf(question) - 1] ?? null;
}

/** The claim that complete answers make. Answers to questions that no longer matter don't count. Null while one is missing. */
export function claimOf(answers: Partial<Answers>): Claim | null {
  const { kind, name, age, spread, consent } = answers;
  if (!kind || !name || firstUnanswered(answers)) return null;
  const asked = new Set(questionsFor(answers));
  const device = countsOf(answers);
  return {
    name,
    otherNames: answers.otherNames ?? [],
    actsFor: asked.has("authority") ? { name: answers.personName ?? "", authority: answers.authority ?? "" } : null,
    kind,
    ...(asked.has("age") && { age }),
    ...(asked.has("spread") && { spread }),
    ...(asked.has("consent") && { consent }),
    description: answers.description ?? "",
    ...((device.files > 0 || device.pasted) && { device }),
    ...(answers.account?.record && { chosen: { title: answers.account.title ?? null } }),
  };
}

/**
 * The legal basis of a removal request, from the claimant's answers. Forced consent doesn't count, and minors can't
 * consent (47 U.S.C. § 223a). Contract: Removal requests.
 */
export function basisOf({ kind, age, spread, consent }: BasisAnswers): LegalBasis {
  if (kind === "work") return "DMCA";
  if (isIntimate(kind)) {
    if (age === "minor") return "NCII_TAKE_IT_DOWN";
    // The federal act covers what is published. States also punish sharing and threats.
    if (spread === "private" || spread === "threat") return "NCII_STATE";
    return consent === "withdrawn" ? "AN_5196_APPEAL" : "NCII_TAKE_IT_DOWN";
  }
  if (kind === "withdrawal") return "AN_5196_APPEAL";
  return kind === "image" && consent === "withdrawn" ? "AN_5196_APPEAL" : "OTHER";
}

/** Whether it is nude or sexual, real or fake. */
const isIntimate = (kind: BasisAnswers["kind"]): boolean => kind === "intimate" || kind === "altered";

/** How many steps there are to a request, and whether answers that are missing can still make them fewer. */
export function stepsOf(answers: Partial<Answers>): { total: number; isMost: boolean } {
  // The answers that ask the most.
  const most = questionsFor({ ...answers, kind: answers.kind ?? "intimate", subject: answers.subject ?? "someone" });
  const { kind, subject, age } = answers;
  const isMost = kind === undefined || subject === undefined || (isIntimate(kind) && age === undefined);
  // Then the signature, and the button in the mail where no session proves the mailbox.
  return { total: most.length + (answers.account ? 1 : 2), isMost };
}
