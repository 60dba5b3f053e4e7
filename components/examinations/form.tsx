"use client";

import type { ReactNode } from "react";
import { RadioCards } from "@/components/ui/choices";
import { Field, fieldOf, Input, Textarea } from "@/components/ui/field";
import { ErrorSummary, SubmitButton, useFormAction } from "@/components/ui/form";
import { PROFILE_LABELS, PROFILES, type Profile, SAMPLE_MOST } from "@/lib/domain/examinations/labels";
import type { Act } from "./desk";

// The forms that open records to somebody, or hand them over. They have the same frame, and most of the same fields.

type Entering = {
  enter: Act;
  /** Of what is entered, so that a form sent twice enters it once. */
  id: string;
};

type Fields = { field: (name: string) => ReturnType<typeof fieldOf>; value: (name: string) => string | undefined };

type EnterFormProps = Entering & {
  submit: string;
  /** What happens next. */
  next?: string;
  children: (fields: Fields) => ReactNode;
};

function EnterForm({ enter, id, submit, next, children }: EnterFormProps) {
  const { state, action, onSubmit, pending } = useFormAction(enter, {});
  const fields: Fields = { field: (name) => fieldOf(state, name), value: (name) => state.values?.[name] };
  return (
    <form action={action} onSubmit={onSubmit} noValidate className="flex flex-col gap-6">
      <ErrorSummary errors={state.errors} message={state.message} />
      <input type="hidden" name="id" value={id} />
      {children(fields)}
      {next ? <p className="text-muted text-sm">{next}</p> : null}
      <SubmitButton className="self-start" loading={pending}>
        {submit}
      </SubmitButton>
    </form>
  );
}

type LineProps = Fields & {
  name: string;
  label: string;
  hint?: string;
  optional?: boolean;
  type?: "text" | "date" | "datetime-local";
  maxLength?: number;
};

const Line = ({ field, value, name, label, hint, optional, type = "text", maxLength = 200 }: LineProps) => (
  <Field {...field(name)} label={label} {...(hint && { hint })} {...(optional && { optional })}>
    <Input type={type} {...(type === "text" && { autoComplete: "off", maxLength })} defaultValue={value(name)} />
  </Field>
);

/** Two fields side by side. Their labels, controls and errors share rows, so that a hint in one moves both controls. */
const Two = ({ children }: { children: ReactNode }) => (
  <div className="grid gap-x-6 gap-y-6 sm:grid-cols-2 sm:gap-y-2 sm:[&>*]:row-span-3 sm:[&>*]:grid sm:[&>*]:grid-rows-subgrid">
    {children}
  </div>
);

type ProfileProps = Fields & { legend: string; profiles: readonly Profile[]; chosen: Profile };

const ProfileField = ({ field, value, legend, profiles, chosen }: ProfileProps) => (
  <RadioCards
    {...field("profile")}
    legend={legend}
    columns={profiles.length % 2 === 0 ? 2 : 1}
    defaultValue={value("profile") ?? chosen}
    options={profiles.map((profile) => ({
      value: profile,
      label: PROFILE_LABELS[profile].label,
      description: PROFILE_LABELS[profile].sees,
    }))}
  />
);

const EXAMINER = {
  name: "examiner",
  label: "Examiner",
  hint: "The person’s full name. Each view is recorded under it.",
};
const CREDENTIAL = {
  name: "credential",
  label: "Credential",
  hint: "What you checked, such as a badge or letter number.",
};
const AUTHORITY = { name: "authority", label: "Authority", maxLength: 500 };

const WindowFields = (fields: Fields) => (
  <Two>
    <Line {...fields} name="opensAt" label="Opens (UTC)" type="datetime-local" />
    <Line {...fields} name="closesAt" label="Closes (UTC)" type="datetime-local" />
  </Two>
);

const ProducedFields = (fields: Fields) => (
  <Two>
    <Line
      {...fields}
      {...{ name: "producedFrom", label: "Produced from", type: "date", optional: true }}
      hint="The first day of production."
    />
    <Line
      {...fields}
      {...{ name: "producedUntil", label: "Produced until", type: "date", optional: true }}
      hint="The last day of production."
    />
  </Two>
);

/** `told`: what people see in their account otherwise. */
const DelayFields = ({ told, ...fields }: Fields & { told: string }) => (
  <fieldset className="flex flex-col gap-6 border-line border-t pt-6">
    <legend className="sr-only">Telling the people in the records</legend>
    <p className="text-muted text-sm">
      People see in their account at once that {told}. Delay that only if the authority forbids telling them.
    </p>
    <Two>
      <Line {...fields} name="toldAfter" label="Don’t tell them before" type="date" optional />
      <Line {...fields} name="delayReason" label="Who forbids it, and where" maxLength={500} optional />
    </Two>
  </fieldset>
);

const VIEWED = "an examiner viewed their ID";

/** What a custodian enters about an examination, before its scope. */
export const ExaminationForm = (entering: Entering) => (
  <EnterForm
    {...entering}
    submit="Choose the records"
    next="You choose the records next, and add a court’s order. Nothing opens until another custodian confirms."
  >
    {(fields) => (
      <>
        <ProfileField {...fields} legend="Who examines" profiles={PROFILES} chosen="inspector" />
        <Two>
          <Line
            {...fields}
            {...{ name: "agency", label: "Agency" }}
            hint="Or the court or company. Linked partners see the agency of an inspector."
          />
          <Line {...fields} {...EXAMINER} />
        </Two>
        <Line {...fields} {...CREDENTIAL} />
        <Line {...fields} {...AUTHORITY} hint="What they act under, such as 28 CFR 75.5 or an order’s number." />
        <WindowFields {...fields} />
        <ProducedFields {...fields} />
        <DelayFields {...fields} told={VIEWED} />
      </>
    )}
  </EnterForm>
);

/** What a custodian enters about who examines a sample. Its scope and its acquirer are the sample’s. */
export const SampleExaminationForm = (entering: Entering) => (
  <EnterForm {...entering} submit="Enter examination" next="Nothing opens until another custodian confirms.">
    {(fields) => (
      <>
        <Two>
          <Line {...fields} {...EXAMINER} />
          <Line {...fields} {...CREDENTIAL} />
        </Two>
        <Line {...fields} {...AUTHORITY} hint="What they act under, such as Mastercard AN 5196." />
        <WindowFields {...fields} />
        <DelayFields {...fields} told={VIEWED} />
      </>
    )}
  </EnterForm>
);

/** What a custodian enters about a request for records, before they choose them. */
export const PackageForm = (entering: Entering) => (
  <EnterForm
    {...entering}
    submit="Choose the records"
    next="You choose the records next. The package is made once another custodian confirms."
  >
    {(fields) => (
      <>
        <ProfileField
          {...fields}
          legend="Who it is for"
          profiles={PROFILES.filter((profile) => profile !== "regulator")}
          chosen="court"
        />
        <Line
          {...fields}
          {...{ name: "requester", label: "Requested by" }}
          hint="The person and their agency, court or company."
        />
        <Line {...fields} {...AUTHORITY} hint="What they act under, such as an order’s number." />
        <Field {...fields.field("reason")} label="Reason">
          <Textarea rows={2} maxLength={500} defaultValue={fields.value("reason")} />
        </Field>
        <ProducedFields {...fields} />
        <DelayFields {...fields} told="a package with their records was downloaded" />
      </>
    )}
  </EnterForm>
);

/** Asks for a sample of a partner’s records. `today`: until when days can be chosen, as a date. */
export const SampleForm = ({ today, ...entering }: Entering & { today: string }) => (
  <EnterForm {...entering} submit="Ask for the sample">
    {(fields) => (
      <>
        <Two>
          <Line {...fields} name="acquirer" label="Acquirer" />
          <Line
            {...fields}
            {...{ name: "phrase", label: "Acquirer’s phrase", optional: true }}
            hint="Any words or number that they choose."
          />
        </Two>
        <RadioCards
          {...fields.field("basis")}
          legend="Which day counts"
          columns={2}
          defaultValue={fields.value("basis") ?? "logged"}
          options={[
            { value: "logged", label: "Day of logging", description: "When the record came to us." },
            { value: "produced", label: "Day of production", description: "When it was shot." },
          ]}
        />
        <div className="grid gap-6 sm:grid-cols-3">
          <Field {...fields.field("from")} label="First day (UTC)">
            <Input type="date" max={today} defaultValue={fields.value("from") ?? today} />
          </Field>
          <Field {...fields.field("until")} label="Last day (UTC)">
            <Input type="date" max={today} defaultValue={fields.value("until") ?? today} />
          </Field>
          <Field {...fields.field("size")} label="How many records">
            <Input type="number" min={1} max={SAMPLE_MOST} defaultValue={fields.value("size") ?? "20"} />
          </Field>
        </div>
      </>
    )}
  </EnterForm>
);
