import { InputField, RadioField, TextField } from "@/components/acts/act-form";
import {
  AGE_CHOICES,
  CONSENT_CHOICES,
  DESCRIPTION_MAX,
  KIND_CHOICES,
  NAME_MAX,
  SPREAD_CHOICES,
  SUBJECT_CHOICES,
} from "@/lib/domain/removals/filing/labels";
import type { Answers, Question } from "@/lib/domain/removals/filing/schemas";
import { DeviceFiles } from "./device/device-files";
import { FileHash } from "./file-hash";

/** The button of each question. */
export const CONTINUE = "Continue";

type FieldsProps = { question: Question; title: string; answers: Partial<Answers> };

/** The fields of one question, with what was answered before. */
export function QuestionFields({ question, title, answers }: FieldsProps) {
  const field = (name: keyof Answers) => ({ name, kept: textOf(answers[name]) });
  const choose = (name: "kind" | "subject" | "age" | "spread" | "consent", choices: Choices) => (
    <RadioField
      {...field(name)}
      // The question is the page's title.
      legend={<span className="sr-only">{title}</span>}
      options={Object.entries(choices).map(([value, choice]) => ({ value, ...choice }))}
    />
  );
  switch (question) {
    case "what":
      return choose("kind", KIND_CHOICES);
    case "who":
      return choose("subject", SUBJECT_CHOICES);
    case "age":
      return choose("age", AGE_CHOICES);
    case "spread":
      return choose("spread", SPREAD_CHOICES);
    case "consent":
      return choose("consent", CONSENT_CHOICES);
    case "authority":
      return (
        <>
          <InputField {...field("personName")} label="Their legal name" autoComplete="off" maxLength={NAME_MAX} />
          <TextField
            {...field("authority")}
            label="What lets you act for them?"
            hint="For example: “I am her mother” or “I am his lawyer, he gave me a power of attorney on May 2”."
            maxLength={1000}
            rows={3}
          />
        </>
      );
    case "where":
      return (
        <>
          <TextField
            {...field("urls")}
            label="Web addresses"
            hint="One per line. Open the page, and copy what the address bar shows."
            rows={3}
            autoComplete="off"
            inputMode="url"
          />
          <TextField
            {...field("description")}
            label={answers.kind === "work" ? "Your work, and where it is used" : "Description"}
            hint="What it shows, its title, who published it. Only our custodians read this."
            rows={4}
            maxLength={DESCRIPTION_MAX}
          />
          {/* Files that were saved elsewhere replace those that are shown. */}
          <DeviceFiles
            key={answers.files?.map(({ sha256 }) => sha256).join()}
            kept={answers.files ?? []}
            button={CONTINUE}
            optional
          />
          <FileHash kept={field("sha256s").kept} />
        </>
      );
    case "contact":
      return (
        <>
          <InputField {...field("name")} label="Your legal name" autoComplete="name" maxLength={NAME_MAX} />
          <TextField
            {...field("otherNames")}
            label="Other names"
            hint="Names that the person shown is known by, such as a stage name. One per line."
            optional
            rows={2}
          />
          {answers.account ? null : (
            <InputField
              {...field("email")}
              label="Your email"
              hint="We send everything about your request here. Use a mailbox that only you can read."
              type="email"
              autoComplete="email"
              maxLength={254}
            />
          )}
        </>
      );
  }
}

type Choices = Readonly<Record<string, { label: string; description?: string }>>;

const textOf = (answer: Answers[keyof Answers] | undefined): string =>
  typeof answer === "string" ? answer : Array.isArray(answer) ? answer.join("\n") : "";

type Words = { title: string; help?: string };

/** A question, and a sentence that helps to answer it. */
export const titleOf = (question: Question, answers: Partial<Answers>): Words => TITLES[question](answers);

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
