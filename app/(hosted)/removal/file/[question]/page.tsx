import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { QuestionForm } from "@/components/removals/filing/question-form";
import { RemovalShell } from "@/components/removals/filing/shell";
import { questionBefore, questionsFor } from "@/lib/domain/removals";
import { isQuestion } from "@/lib/domain/removals/filing/schemas";
import { answerAction } from "../../actions";
import { nextPage, noSuchPage, pageOf, requireDraft, START } from "../../draft";

// Anyone near the screen can read a tab's title.
export const metadata: Metadata = { title: "Your request" };

/** One question of a removal request. */
export default async function QuestionPage({ params }: { params: Promise<{ question: string }> }) {
  const { question } = await params;
  if (!isQuestion(question)) return noSuchPage();
  const { draft } = await requireDraft();
  const questions = questionsFor(draft.answers);
  if (!questions.includes(question)) redirect(nextPage(draft));
  const before = questionBefore(draft.answers, question);
  return (
    <RemovalShell step={<p className="text-muted text-sm">Question {questions.indexOf(question) + 1}</p>}>
      <QuestionForm
        // Another question must not keep the state of this one.
        key={question}
        question={question}
        answers={draft.answers}
        action={answerAction.bind(null, question)}
        backHref={before ? pageOf(before) : START}
      />
    </RemovalShell>
  );
}
