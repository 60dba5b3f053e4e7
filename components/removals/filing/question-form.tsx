"use client";

import { useActionState } from "react";
import { Heading } from "@/components/acts/parts";
import { Callout } from "@/components/ui/callout";
import { ErrorSummary, type FormState, LargeSubmit } from "@/components/ui/form";
import type { Answers, Question } from "@/lib/domain/removals/filing/schemas";
import { QuestionFields } from "./question-fields";
import { InlineLink, QuietLink } from "./shell";

type QuestionFormProps = {
  question: Question;
  answers: Partial<Answers>;
  action: (state: FormState, form: FormData) => Promise<FormState>;
  backHref: string;
};

/** One question of a removal request, and the button to the next. */
export function QuestionForm({ question, answers, action, backHref }: QuestionFormProps) {
  const [state, submit] = useActionState(action, {});
  const { title, help } = TITLES[question](answers);
  const isForMinor = answers.age === "minor" && (question === "spread" || question === "where");
  return (
    <form action={submit} noValidate className="flex flex-col gap-6">
      <ErrorSummary errors={state.errors} message={state.message} />
      <Heading title={title}>{help}</Heading>
      {isForMinor ? (
        <Callout tone="accent" title="You can get more help">
          Images of people under 18 are illegal everywhere.{" "}
          <InlineLink href="/removal#help">See who else can help</InlineLink>, also on other websites. If you are in
          danger now, call the police.
        </Callout>
      ) : null}
      <QuestionFields question={question} title={title} answers={answers} state={state} />
      <div className="flex flex-col gap-3">
        <LargeSubmit>Continue</LargeSubmit>
        <QuietLink href={backHref}>Go back</QuietLink>
      </div>
    </form>
  );
}

type Words = { title: string; help?: string };

const TITLES: Readonly<Record<Question, (answers: Partial<Answers>) => Words>> = {
  what: () => ({ title: "What should be taken down?" }),
  who: ({ kind }) =>
    kind === "work"
      ? { title: "Whose work is it?" }
      : kind === "other"
        ? { title: "Who asks?" }
        : { title: "Who is shown?" },
  authority: () => ({ title: "For whom do you act?", help: "Only our custodians read this." }),
  age: ({ subject }) => ({
    title: subject === "someone" ? "How old were they when it was made?" : "How old were you when it was made?",
    help: "For a fake: how old the person in it looks to be.",
  }),
  spread: () => ({ title: "Where is it now?" }),
  consent: ({ subject }) => ({
    title: subject === "someone" ? "Did they ever agree?" : "Did you ever agree?",
    help: "Whatever you answer, you can ask for it to come down.",
  }),
  where: () => ({
    title: "Where can we find it?",
    help: "Fill in what you know. Never send us the image or video itself.",
  }),
  contact: () => ({ title: "How can we reach you?", help: "Platforms never get your name or your address." }),
};
