import type { Ctx, ExaminerActor, StaffActor } from "@/lib/domain/core/context";
import { record } from "@/lib/domain/core/ledger";
import { clock } from "@/lib/platform/clock";
import { sha256Hex } from "@/lib/platform/crypto";
import { db, inTransaction, type Tx } from "@/lib/platform/db";
import { Conflict, InvalidField, NotFound } from "@/lib/platform/errors";
import { isId } from "@/lib/platform/ids";
import { lockName } from "@/lib/platform/locks";
import { getOpen, lockForChange, nameOf } from "./access";
import { SEES } from "./labels";
import { whileOpen } from "./looks";
import { recordsIn, scopeOfExamination } from "./scope";

// The ledger has the hashes of questions and answers: their words may name somebody.

/** How many questions an examiner may ask. */
export const QUESTIONS_MOST = 50;

/** A record that a question is about. */
export type About = { kind: string; id: string };

type Asked = { id: string; question: string; about: About | null };

/**
 * Asks the custodians something, about a record in scope or in general. `id` is the form's own, so that one sent twice asks once. Throws
 * `NotFound` for a record outside the scope as for one that doesn't exist, and once the examination isn't open; `InvalidField` `id`,
 * `Conflict` `too_many_questions`.
 */
export function askQuestion(ctx: Ctx<ExaminerActor>, { id, question, about }: Asked): Promise<void> {
  if (!isId(id)) throw new InvalidField("id", "Open the page again.");
  return whileOpen(ctx, async (tx, { id: examinationId, profile }) => {
    const seesRecords = SEES[profile].indexes.length > 0;
    const title = about && seesRecords ? await titleOf(tx, examinationId, about) : null;
    if (about && title === null) throw new NotFound();
    await lockName(tx, `examination questions ${examinationId}`);
    if (await tx.examinationQuestion.findUnique({ where: { id }, select: { id: true } })) return;
    if ((await tx.examinationQuestion.count({ where: { examinationId } })) >= QUESTIONS_MOST) {
      throw new Conflict("too_many_questions", `You asked ${QUESTIONS_MOST} questions. Call the custodian of records.`);
    }
    const of = about && { aboutKind: about.kind, aboutId: about.id, aboutTitle: title };
    await tx.examinationQuestion.create({ data: { id, examinationId, question, askedAt: clock.now(), ...of } });
    const subject = { kind: "examination", id: examinationId } as const;
    const detail = { questionId: id, sha256: sha256Hex(question), examiner: ctx.actor.name };
    record(tx, { ctx, action: "examination.question_asked", subject, detail });
  });
}

async function titleOf(tx: Tx, examinationId: string, { kind, id }: About): Promise<string | null> {
  const [found] = await tx.$queryRaw<{ title: string }[]>`
    SELECT title FROM ${recordsIn(scopeOfExamination(examinationId))} r WHERE r.kind = ${kind} AND r.id = ${id} LIMIT 1`;
  return found?.title ?? null;
}

/**
 * Answers a question, once, while the examination is confirmed. Throws `NotFound`, also for a question of another examination,
 * `Forbidden` (also `conflict_of_interest`), `Conflict` `not_confirmed`, `already_answered`.
 */
export function answerQuestion(
  ctx: Ctx<StaffActor>,
  { examinationId, questionId, answer }: { examinationId: string; questionId: string; answer: string },
): Promise<void> {
  return inTransaction(async (tx) => {
    const { status, closesAt } = await lockForChange(tx, ctx, examinationId);
    const of = { id: questionId, examinationId };
    if (!isId(questionId) || (await tx.examinationQuestion.count({ where: of })) === 0) throw new NotFound();
    if (status !== "confirmed" || closesAt <= clock.now()) {
      throw new Conflict("not_confirmed", "The examination has ended, so nobody would read your answer.");
    }
    const { count } = await tx.examinationQuestion.updateMany({
      where: { ...of, answer: null },
      data: { answer, answeredAt: clock.now(), answeredById: ctx.actor.userId },
    });
    if (count === 0) throw new Conflict("already_answered", "Another custodian has answered it.");
    const subject = { kind: "examination", id: examinationId } as const;
    const detail = { questionId, sha256: sha256Hex(answer) };
    record(tx, { ctx, action: "examination.question_answered", subject, detail });
  });
}

/** A question, with its answer once it has one. */
export type Question = {
  id: string;
  about: { kind: string; id: string; title: string } | null;
  question: string;
  askedAt: Date;
  answer: string | null;
  answeredAt: Date | null;
  /** A custodian's name, for custodians. */
  answeredBy: string | null;
};

/** All questions of an examination, in the order in which they were asked. */
export async function questionsOf(
  tx: Pick<Tx, "examinationQuestion">,
  examinationId: string,
  { isForExaminer = false } = {},
): Promise<Question[]> {
  const found = await tx.examinationQuestion.findMany({
    where: { examinationId },
    orderBy: [{ askedAt: "asc" }, { id: "asc" }],
    include: { answeredBy: { select: { name: true, email: true } } },
  });
  return found.map(({ aboutKind, aboutId, aboutTitle, answeredBy, examinationId: _, ...row }) => ({
    ...row,
    about: aboutKind && aboutId && aboutTitle !== null ? { kind: aboutKind, id: aboutId, title: aboutTitle } : null,
    answeredBy: isForExaminer ? null : nameOf(answeredBy),
  }));
}

/** The questions of an open examination, for its examiner, who reads their own words here. Throws `NotFound`. */
export async function readQuestions(ctx: Ctx<ExaminerActor>): Promise<Question[]> {
  const { id } = await getOpen(db, ctx);
  return questionsOf(db, id, { isForExaminer: true });
}
