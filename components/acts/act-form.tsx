"use client";

import { type ComponentProps, createContext, type ReactNode, use, useState } from "react";
import { Checkbox, RadioCards } from "@/components/ui/choices";
import { DateFields, partsOf } from "@/components/ui/date-fields";
import { Field, type FieldProps, Input, Select, Textarea } from "@/components/ui/field";
import { ErrorSummary, type FormState, useFormAction } from "@/components/ui/form";
import { NAME_DIFFERS } from "@/lib/domain/identity/names/labels";

/** What the action of the form around a field returned. */
export const ActState = createContext<FormState>({});

/** Takes away the errors of the form around a field, once the field has what they ask for. */
export const ClearErrors = createContext(() => {});

/** What the action of the form around a field returned, for the field. */
export const useActState = (): FormState => use(ActState);

type ActFormProps = {
  action: (state: FormState, form: FormData) => Promise<FormState>;
  className?: string;
  autoComplete?: "off";
  /** The input stays as it is after an error, instead of being drawn again. */
  keepsInput?: boolean;
  /** Replaces the form once its action succeeded. */
  done?: ReactNode;
  children: ReactNode;
};

/**
 * A form of a hosted page, whose content the server draws. It works before its script has loaded. After a failed submit it sums up
 * the errors, and the fields below keep what was typed. Native validation is off, because the server's errors are clearer.
 */
export function ActForm({
  action,
  className = "flex flex-col gap-6",
  keepsInput,
  done,
  children,
  ...props
}: ActFormProps) {
  const { state: returned, action: submit, onSubmit } = useFormAction(action, {});
  const [cleared, setCleared] = useState<FormState>();
  const state = returned === cleared ? { ...returned, errors: undefined } : returned;
  if (state.ok && done) return done;
  return (
    <ActState value={state}>
      <form {...props} action={submit} onSubmit={keepsInput ? onSubmit : undefined} noValidate className={className}>
        <ErrorSummary errors={state.errors} message={state.message} />
        <ClearErrors value={() => setCleared(returned)}>{children}</ClearErrors>
      </form>
    </ActState>
  );
}

/** A control's name and error, and what was typed in it, or `kept` before the first submit. */
function useField(name: string, kept: string | null | undefined) {
  const { errors, values } = useActState();
  return { field: { name, error: errors?.[name] }, typed: values?.[name] ?? kept ?? undefined };
}

type Labels = Pick<FieldProps, "name" | "label" | "hint" | "optional"> & { kept?: string | null };
type Of<Control extends "input" | "textarea" | "select"> = Labels & Omit<ComponentProps<Control>, "defaultValue">;

/** A labeled line. */
export function InputField({ name, label, hint, optional, kept, ...props }: Of<"input">) {
  const { field, typed } = useField(name, kept);
  return (
    <Field {...field} label={label} hint={hint} optional={optional}>
      <Input {...props} defaultValue={typed} />
    </Field>
  );
}

/** A labeled text of several lines. */
export function TextField({ name, label, hint, optional, kept, ...props }: Of<"textarea">) {
  const { field, typed } = useField(name, kept);
  return (
    <Field {...field} label={label} hint={hint} optional={optional}>
      <Textarea {...props} defaultValue={typed} />
    </Field>
  );
}

/** A labeled choice from a long list. */
export function SelectField({
  name,
  label,
  hint,
  kept,
  ...props
}: Of<"select"> & Pick<ComponentProps<typeof Select>, "options" | "placeholder">) {
  const { field, typed = "" } = useField(name, kept);
  return (
    <Field {...field} label={label} hint={hint}>
      {/* React resets a form after its action and ignores a select's new default, so a new key renders a new select. */}
      <Select key={typed} {...props} defaultValue={typed} />
    </Field>
  );
}

type Choice = Omit<ComponentProps<typeof RadioCards>, "defaultValue" | "error"> & { kept?: string | null };

/** One choice of a few. */
export function RadioField({ name, kept, ...props }: Choice) {
  const { field, typed } = useField(name, kept);
  return <RadioCards {...field} {...props} defaultValue={typed} />;
}

type Day = Omit<ComponentProps<typeof DateFields>, "defaultValue" | "error"> & { kept: Date | null };

/** A date in three fields. */
export function DateField({ name, kept, ...props }: Day) {
  const { errors, values } = useActState();
  return <DateFields {...props} name={name} error={errors?.[name]} defaultValue={partsOf(name, values, kept)} />;
}

type Tick = Omit<ComponentProps<typeof Checkbox>, "defaultChecked" | "error"> & { kept?: boolean };

/** A box to tick. */
export function CheckField({ name, kept = false, ...props }: Tick) {
  const { errors, values } = useActState();
  const isTicked = values ? values[name] !== undefined : kept;
  // React resets a form after its action and ignores a new default, so a new key renders a new box.
  return <Checkbox key={String(isTicked)} {...props} name={name} error={errors?.[name]} defaultChecked={isTicked} />;
}

/** The name that signs. After one that isn't theirs, the person can add it to their names as they sign. */
export function SignatureField({ hint, className }: { hint: string; className?: string }) {
  const { errors, values } = useActState();
  const adds = values?.addsName !== undefined;
  return (
    <>
      <InputField
        name="signedName"
        label="Your full name"
        hint={hint}
        autoComplete="name"
        required
        maxLength={200}
        className={className}
      />
      {adds || errors?.signedName === NAME_DIFFERS ? (
        <CheckField
          name="addsName"
          label="Add this name to my other names"
          description="Use a name you are known by. Custodians of records can find you by it; platforms can’t."
        />
      ) : null}
    </>
  );
}
