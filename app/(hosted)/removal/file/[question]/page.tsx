import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { ActForm } from "@/components/acts/act-form";
import { Heading, InlineLink, QuietLink } from "@/components/acts/parts";
import { CONTINUE, QuestionFields, titleOf } from "@/components/removals/filing/question-fields";
import { RefreshRestored } from "@/components/removals/filing/refresh-restored";
import { RemovalShell, Steps } from "@/components/removals/filing/shell";
import { Callout } from "@/components/ui/callout";
import { LargeSubmit } from "@/components/ui/form";
import { questionBefore, questionsFor, stepsOf } from "@/lib/domain/removals";
import { isQuestion } from "@/lib/domain/removals/filing/schemas";
import { answerAction } from "../../actions";
import { nextPage, pageOf, START } from "../../addresses";
import { noSuchPage, requireDraft } from "../../draft";

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
  const { title, help } = titleOf(question, draft.answers);
  const isForMinor = draft.answers.age === "minor" && (question === "spread" || question === "where");
  return (
    <RemovalShell step={<Steps at={questions.indexOf(question) + 1} {...stepsOf(draft.answers)} />}>
      <RefreshRestored />
      {/* Another question must not keep the state of this one. Without `off`, Back restores what was typed over what was saved since. */}
      <ActForm key={question} action={answerAction.bind(null, question)} autoComplete="off">
        <Heading title={title}>{help}</Heading>
        {isForMinor ? (
          <Callout tone="accent" title="You can get more help">
            Images of people under 18 are illegal everywhere.{" "}
            <InlineLink href="/removal#help">See who else can help</InlineLink>, also on other websites. If you are in
            danger now, call the police.
          </Callout>
        ) : null}
        <QuestionFields question={question} title={title} answers={draft.answers} />
        <div className="flex flex-col gap-3">
          <LargeSubmit>{CONTINUE}</LargeSubmit>
          <QuietLink href={before ? pageOf(before) : START}>Go back</QuietLink>
        </div>
      </ActForm>
    </RemovalShell>
  );
}
