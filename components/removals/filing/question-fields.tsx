import { Field, fieldOf, Input, RadioCards, Textarea } from "@/components/ui/field";
import type { FormState } from "@/components/ui/form";
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
import { FileHash } from "./file-hash";

type FieldsProps = { question: Question; title: string; answers: Partial<Answers>; state: FormState };

/** The fields of one question, with what was answered before. */
export function QuestionFields({ question, title, answers, state }: FieldsProps) {
  const typed = (name: keyof Answers): string => state.values?.[name] ?? textOf(answers[name]);
  const field = (name: keyof Answers) => fieldOf(state, name);
  const choose = (name: "kind" | "subject" | "age" | "spread" | "consent", choices: Choices) => (
    <RadioCards
      {...field(name)}
      // The question is the page's title.
      legend={<span className="sr-only">{title}</span>}
      options={Object.entries(choices).map(([value, choice]) => ({ value, ...choice }))}
      defaultValue={typed(name)}
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
          <Field {...field("personName")} label="Their legal name">
            <Input autoComplete="off" maxLength={NAME_MAX} defaultValue={typed("personName")} />
          </Field>
          <Field
            {...field("authority")}
            label="What lets you act for them?"
            hint="For example: “I am her mother” or “I am his lawyer, he gave me a power of attorney on May 2”."
          >
            <Textarea maxLength={1000} rows={3} defaultValue={typed("authority")} />
          </Field>
        </>
      );
    case "where":
      return (
        <>
          <Field
            {...field("urls")}
            label="Web addresses"
            hint="One per line. Open the page, and copy what the address bar shows."
          >
            <Textarea rows={3} autoComplete="off" inputMode="url" defaultValue={typed("urls")} />
          </Field>
          <Field
            {...field("description")}
            label={answers.kind === "work" ? "Your work, and where it is used" : "Description"}
            hint="What it shows, its title, who published it. Only our custodians read this."
          >
            <Textarea rows={4} maxLength={DESCRIPTION_MAX} defaultValue={typed("description")} />
          </Field>
          <FileHash typed={typed("sha256s")} error={field("sha256s").error} />
        </>
      );
    case "contact":
      return (
        <>
          <Field {...field("name")} label="Your legal name">
            <Input autoComplete="name" maxLength={NAME_MAX} defaultValue={typed("name")} />
          </Field>
          <Field
            {...field("otherNames")}
            label="Other names"
            hint="Names that the person shown is known by, such as a stage name. One per line."
            optional
          >
            <Textarea rows={2} defaultValue={typed("otherNames")} />
          </Field>
          {answers.account ? null : (
            <Field
              {...field("email")}
              label="Your email"
              hint="We send everything about your request here. Use a mailbox that only you can read."
            >
              <Input type="email" autoComplete="email" maxLength={254} defaultValue={typed("email")} />
            </Field>
          )}
        </>
      );
  }
}

type Choices = Readonly<Record<string, { label: string; description?: string }>>;

const textOf = (answer: Answers[keyof Answers] | undefined): string =>
  typeof answer === "string" ? answer : Array.isArray(answer) ? answer.join("\n") : "";
