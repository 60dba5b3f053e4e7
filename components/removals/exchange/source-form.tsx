"use client";

import { RadioCards } from "@/components/ui/choices";
import { Field, fieldOf, Input } from "@/components/ui/field";
import { ErrorSummary, type FormState, SubmitButton, useFormAction } from "@/components/ui/form";
import {
  DAYS_KEPT,
  DIRECTION_LABELS,
  DIRECTIONS,
  KEY_FIELDS,
  SERVICE_URLS,
  SOURCE_KIND_LABELS,
  SOURCE_KINDS,
} from "@/lib/domain/removals/exchange/labels";

type Act = (state: FormState, form: FormData) => Promise<FormState>;

const DaysField = ({ state, daysKept }: { state: FormState; daysKept: number }) => (
  <Field
    {...fieldOf(state, "daysKept")}
    label="Days until a hash ends"
    hint="We match a hash for so long after the source last listed it."
    className="max-w-xs"
  >
    <Input inputMode="numeric" autoComplete="off" defaultValue={state.values?.daysKept ?? daysKept} />
  </Field>
);

// Without scripts, too: the styles know which service is chosen.
const OF_SERVICES =
  "hidden flex-col gap-6 group-has-[[value=stopncii]:checked]/source:flex group-has-[[value=threatexchange]:checked]/source:flex";
const OF_GROUPS = "hidden group-has-[[value=threatexchange]:checked]/source:block";

/** A new source of hashes, with only what the chosen service needs. */
export function SourceForm({ add }: { add: Act }) {
  const { state, action, onSubmit, pending } = useFormAction(add, {});
  const chosen = (name: string) => (state.values?.[name] ? { defaultValue: state.values[name] } : {});
  return (
    <form action={action} onSubmit={onSubmit} noValidate className="group/source flex flex-col gap-6">
      <ErrorSummary errors={state.errors} message={state.message} />
      <Field {...fieldOf(state, "name")} label="Name" hint="Shown beside each match.">
        <Input autoComplete="off" maxLength={80} defaultValue={state.values?.name} />
      </Field>
      <RadioCards
        {...fieldOf(state, "kind")}
        legend="Service"
        columns={3}
        {...chosen("kind")}
        options={SOURCE_KINDS.map((value) => ({ value, label: SOURCE_KIND_LABELS[value] }))}
      />
      <div className={OF_SERVICES}>
        <RadioCards
          {...fieldOf(state, "direction")}
          legend="Direction"
          hint="We never submit a hash that we got from others."
          columns={3}
          defaultValue={state.values?.direction || "in"}
          options={DIRECTIONS.map((value) => ({ value, label: DIRECTION_LABELS[value] }))}
        />
        <div className={OF_GROUPS}>
          <Field
            {...fieldOf(state, "groupId")}
            label="Privacy group"
            hint="Its number at ThreatExchange."
            className="max-w-xs"
          >
            <Input inputMode="numeric" autoComplete="off" maxLength={30} defaultValue={state.values?.groupId} />
          </Field>
        </div>
        <Field
          {...fieldOf(state, "baseUrl")}
          label="Service URL"
          hint={`Leave it empty for ${SERVICE_URLS.stopncii} or ${SERVICE_URLS.threatexchange}.`}
          optional
        >
          <Input type="url" autoComplete="off" maxLength={300} defaultValue={state.values?.baseUrl} />
        </Field>
        <p className="text-muted text-sm">You set its keys on the next page.</p>
      </div>
      <DaysField state={state} daysKept={DAYS_KEPT} />
      <SubmitButton className="self-start" loading={pending}>
        Add source
      </SubmitButton>
    </form>
  );
}

/** A source's name and days. */
export function SourceChangeForm({ name, daysKept, change }: { name: string; daysKept: number; change: Act }) {
  const { state, action, onSubmit, pending } = useFormAction(change, {});
  return (
    <form action={action} onSubmit={onSubmit} noValidate className="flex flex-col gap-4">
      <ErrorSummary errors={state.errors} message={state.message} />
      <Field {...fieldOf(state, "name")} label="Name">
        <Input autoComplete="off" maxLength={80} defaultValue={state.values?.name ?? name} />
      </Field>
      <DaysField state={state} daysKept={daysKept} />
      <SubmitButton variant="secondary" className="self-start" loading={pending}>
        Save
      </SubmitButton>
    </form>
  );
}

type KeysFormProps = {
  kind: keyof typeof KEY_FIELDS;
  submits: boolean;
  /** Whether there are keys that these replace. */
  isSet: boolean;
  set: Act;
};

/** A source's keys. They are never shown again. */
export function KeysForm({ kind, submits, isSet, set }: KeysFormProps) {
  const { state, action, onSubmit, pending } = useFormAction(set, {});
  return (
    <form
      // Empty again after each change.
      key={String(state.ok)}
      action={action}
      onSubmit={onSubmit}
      noValidate
      className="flex flex-col gap-4"
    >
      <ErrorSummary errors={state.errors} message={state.message} />
      {state.ok ? (
        <p role="status" className="text-done text-sm">
          The keys are set. The next run starts within five minutes.
        </p>
      ) : null}
      {KEY_FIELDS[kind]
        .filter((field) => submits || !field.submits)
        .map(({ name, label }) => (
          <Field key={name} {...fieldOf(state, name)} label={label}>
            <Input type="password" autoComplete="off" maxLength={500} spellCheck={false} />
          </Field>
        ))}
      <SubmitButton variant={isSet ? "secondary" : "primary"} className="self-start" loading={pending}>
        {isSet ? "Replace keys" : "Set keys"}
      </SubmitButton>
    </form>
  );
}
