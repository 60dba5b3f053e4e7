import type { ReactNode } from "react";
import { ActForm, TextField } from "@/components/acts/act-form";
import { InlineLink } from "@/components/acts/parts";
import { SectionCard } from "@/components/ui/card";
import { SubmitButton } from "@/components/ui/form";
import { counted } from "@/components/ui/format";
import { Time } from "@/components/ui/time";
import type { Question, ViewedExamination } from "@/lib/domain/examinations";
import { scopeLabel } from "@/lib/domain/examinations/labels";
import { minuteText } from "@/lib/platform/date-text";
import type { Act } from "./desk";

type AskProps = {
  act: Act;
  /** Of the new question, so that a form sent twice asks once. */
  id: string;
  /** Whether it is about the record on this page. */
  isAboutRecord: boolean;
};

/** Asks the custodian something from any page of an examiner. Folded up, so that the page stays calm; works without scripts. */
export const AskCustodian = ({ act, id, isAboutRecord }: AskProps) => (
  <details className="rounded-lg border border-line bg-surface print:hidden">
    <summary className="cursor-pointer px-4 py-3 font-medium md:px-6">Ask the custodian</summary>
    <ActForm action={act} className="flex flex-col gap-4 px-4 pb-4 md:px-6 md:pb-6">
      <input type="hidden" name="id" value={id} />
      <TextField
        name="question"
        label="Your question"
        hint={isAboutRecord ? "About this record. Up to 500 characters." : "Up to 500 characters."}
        rows={3}
        maxLength={500}
        required
      />
      <SubmitButton className="self-start">Send question</SubmitButton>
    </ActForm>
  </details>
);

type EntryProps = { question: Question; at: (time: Date) => ReactNode; about: ReactNode; children?: ReactNode };

const Entry = ({
  question: { question, askedAt, answer, answeredAt, answeredBy },
  at,
  about,
  children,
}: EntryProps) => (
  <li className="flex flex-col gap-2 border-line border-b py-4 first:pt-0 last:border-b-0 last:pb-0">
    <span className="flex flex-wrap items-baseline justify-between gap-x-4 text-muted text-sm">
      {about}
      {at(askedAt)}
    </span>
    <p className="wrap-anywhere whitespace-pre-line font-medium">{question}</p>
    {answer !== null && answeredAt ? (
      <div className="border-line-strong border-l-4 pl-4">
        <p className="wrap-anywhere whitespace-pre-line">{answer}</p>
        <span className="text-muted text-sm">
          {answeredBy ?? "The custodian"}, {at(answeredAt)}
        </span>
      </div>
    ) : (
      children
    )}
  </li>
);

/** What the examiner asked. */
export const OwnQuestions = ({ token, questions }: { token: string; questions: readonly Question[] }) =>
  questions.length === 0 ? (
    <p className="text-muted">You haven’t asked anything. Each page has “Ask the custodian” at its end.</p>
  ) : (
    <SectionCard id="questions" title={counted(questions.length, "question")}>
      <ol className="flex flex-col">
        {questions.map((question) => (
          <Entry
            key={question.id}
            question={question}
            at={(time) => <span className="tabular-nums">{minuteText(time)}</span>}
            about={
              question.about ? (
                <span className="wrap-anywhere">
                  {scopeLabel(question.about.kind)}:{" "}
                  <InlineLink href={`/examine/${token}/records/${question.about.kind}/${question.about.id}`}>
                    {question.about.title}
                  </InlineLink>
                </span>
              ) : (
                <span>In general</span>
              )
            }
          >
            <p className="text-muted text-sm" role="status">
              No answer yet. It appears here.
            </p>
          </Entry>
        ))}
      </ol>
      {questions.some(({ answer }) => answer === null) ? (
        <noscript>
          <p className="pt-4">
            <InlineLink href={`/examine/${token}/questions`}>Check for answers</InlineLink>
          </p>
        </noscript>
      ) : null}
    </SectionCard>
  );

type DeskProps = Pick<ViewedExamination, "questions"> & {
  /** Answers one, while the examination is open. */
  answer?: ((questionId: string) => Act) | undefined;
};

/** The examiner's questions, for custodians: unanswered ones have a form. */
export const ExaminerQuestions = ({ questions, answer }: DeskProps) => (
  <SectionCard id="questions" title={counted(questions.length, "question")}>
    {questions.length === 0 ? <p className="text-muted">The examiner’s questions appear here within seconds.</p> : null}
    <ol className="flex flex-col">
      {questions.map((question) => (
        <Entry
          key={question.id}
          question={question}
          at={(time) => <Time at={time} as="datetime" className="text-xs" />}
          about={
            <span className="wrap-anywhere">
              {question.about ? `${scopeLabel(question.about.kind)}: ${question.about.title}` : "In general"}
            </span>
          }
        >
          {answer ? (
            <ActForm action={answer(question.id)} className="flex flex-col gap-3">
              <TextField
                name={`answer-${question.id}`}
                label="Answer"
                hint="The examiner reads it at once. You can’t change it."
                rows={2}
                maxLength={1000}
                required
              />
              <SubmitButton variant="secondary" className="self-start">
                Send answer
              </SubmitButton>
            </ActForm>
          ) : (
            <p className="text-muted text-sm">Not answered.</p>
          )}
        </Entry>
      ))}
    </ol>
  </SectionCard>
);
