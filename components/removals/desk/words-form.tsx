"use client";

import type { KeyboardEvent, ReactNode } from "react";
import { type ButtonVariant, buttonStyles } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { Field, Input, Textarea } from "@/components/ui/field";
import { ErrorSummary, type FormState, SubmitButton, useFormAction } from "@/components/ui/form";
import { KeyHint } from "@/components/ui/hotkeys";

type WordsFormProps = {
  /** The button that shows the form, and its key. */
  title: string;
  keys: string;
  action: (state: FormState, form: FormData) => Promise<FormState>;
  /** The field's name. Each form of a page has another one. */
  name: string;
  label: string;
  hint?: string;
  /** The button's label. */
  submit: string;
  variant?: NonNullable<ButtonVariant["variant"]>;
  max: number;
  /** The most likely choice of its card. */
  isMain?: boolean;
  /** One line instead of a text. */
  isLine?: boolean;
  /** It can stay empty. */
  isOptional?: boolean;
  /** What will happen. */
  children?: ReactNode;
};

/** `Esc` closes the form, so that the next key is a shortcut again. It keeps what was entered. */
function leave({ key, currentTarget }: KeyboardEvent<HTMLElement>): void {
  const details = currentTarget.closest("details");
  if (key !== "Escape" || !details) return;
  details.open = false;
  details.querySelector("summary")?.focus();
}

/** A button that shows a form with one text. It keeps what was entered after an error, and works without scripts. */
export function WordsForm({
  title,
  keys,
  action,
  name,
  label,
  hint,
  submit,
  variant = "primary",
  max,
  isMain,
  isLine,
  isOptional = false,
  children,
}: WordsFormProps) {
  const { state, pending, ...form } = useFormAction(action, {});
  const given = { required: !isOptional, maxLength: max, defaultValue: state.values?.[name], onKeyDown: leave };
  const isRefused = Boolean(state.message || state.errors);
  return (
    <details open={isRefused || undefined} className="open:basis-full">
      <summary
        aria-keyshortcuts={keys}
        className={cn(
          buttonStyles({ variant: isMain ? "primary" : "secondary" }),
          "list-none [&::-webkit-details-marker]:hidden",
        )}
      >
        {title} <KeyHint name={keys} />
      </summary>
      <form {...form} className="mt-4 flex flex-col gap-4 rounded-md border border-line p-4">
        <ErrorSummary errors={state.errors} message={state.message} />
        {children}
        <Field name={name} label={label} hint={hint} error={state.errors?.[name]}>
          {isLine ? (
            <Input {...given} autoComplete="off" spellCheck={false} className="font-mono" />
          ) : (
            <Textarea {...given} rows={3} />
          )}
        </Field>
        <SubmitButton variant={variant} loading={pending} className="self-start">
          {submit}
        </SubmitButton>
      </form>
    </details>
  );
}
