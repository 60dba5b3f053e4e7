"use client";

import { type FormEvent, type ReactNode, useEffect, useRef, useState, useTransition } from "react";
import { Button, buttonStyles } from "@/components/ui/button";
import { isRedirect } from "@/components/ui/confirm-action";
import { Field, Input } from "@/components/ui/field";
import type { ActionResult } from "@/components/ui/form";
import { Kbd, KeyHint, useHotkey } from "@/components/ui/hotkeys";
import { toast } from "@/components/ui/toast";

// What the decision panel of a desk is made of. Each part has its key.

/** An act of the panel. It redirects to the next case when it succeeds. */
export type Act = (form: FormData) => Promise<ActionResult>;

export type Acting = ReturnType<typeof useAct>;

/** Sends one form at a time. A refusal stays in the panel; a redirect means success. */
export function useAct(done: () => void) {
  const [error, setError] = useState<string>();
  const [pending, startTransition] = useTransition();
  function send(action: Act, form: FormData, success: string) {
    if (pending) return;
    setError(undefined);
    startTransition(async () => {
      const result = await action(form).catch((thrown: unknown) => {
        if (isRedirect(thrown)) toast("success", success);
        throw thrown;
      });
      setError(result.error);
      if (result.error) return;
      toast("success", success);
      done();
    });
  }
  return { error, pending, send, clear: () => setError(undefined), refuse: setError };
}

/** Which of some values are chosen, in their order. */
export function useChosen<Value>(all: readonly Value[]) {
  const [chosen, setChosen] = useState<readonly Value[]>([]);
  const keep = (are: (value: Value, now: readonly Value[]) => boolean) =>
    setChosen((now) => all.filter((value) => are(value, now)));
  return {
    chosen,
    toggle: (one: Value) => keep((value, now) => now.includes(value) !== (value === one)),
    choose: (more: readonly Value[]) => keep((value, now) => now.includes(value) || more.includes(value)),
  };
}

type ChoiceProps = {
  label: string;
  /** Its key. */
  name: string;
  disabled?: boolean;
  variant?: "primary" | "secondary";
  /** The page with the form already open, for who has no scripts. */
  href?: string;
  onClick: () => void;
};

/** Opens a form of the panel. */
export function Choice({ label, name, disabled, variant = "secondary", href, onClick }: ChoiceProps) {
  const words = (
    <>
      {label} <KeyHint name={name} />
    </>
  );
  if (!href || disabled) {
    return (
      <Button variant={variant} disabled={disabled} aria-keyshortcuts={name} onClick={onClick}>
        {words}
      </Button>
    );
  }
  return (
    <a
      href={href}
      aria-keyshortcuts={name}
      className={buttonStyles({ variant })}
      onClick={(event) => {
        event.preventDefault();
        onClick();
      }}
    >
      {words}
    </a>
  );
}

type PanelFormProps = {
  title: string;
  label: string;
  tone?: "danger" | "primary";
  pending: boolean;
  back: () => void;
  /** The page without the form, for who has no scripts. */
  backHref?: string;
  /** `action` posts it where there are no scripts. */
  form: { action?: (form: FormData) => void; onSubmit: (event: FormEvent<HTMLFormElement>) => void };
  /** Other buttons that send the form, with their `does`. */
  more?: ReactNode;
  children: ReactNode;
};

/** A form in the panel. The focus starts in it, Enter sends it, and Esc leaves it. */
export function PanelForm({
  title,
  label,
  tone = "primary",
  pending,
  back,
  backHref,
  form: { action, onSubmit },
  more,
  children,
}: PanelFormProps) {
  const form = useRef<HTMLFormElement>(null);
  // A form that the server drew starts with hidden fields.
  useEffect(() => form.current?.querySelector<HTMLElement>("input:not([type=hidden]), select, textarea")?.focus(), []);
  useHotkey("mod+enter", () => form.current?.requestSubmit());
  return (
    <form
      ref={form}
      aria-label={title}
      noValidate
      action={action}
      onSubmit={onSubmit}
      onKeyDown={(event) => {
        if (event.key === "Escape") back();
        const isSent = event.target instanceof HTMLSelectElement || event.ctrlKey || event.metaKey;
        if (event.key === "Enter" && isSent) form.current?.requestSubmit();
      }}
      className="flex flex-col gap-4"
    >
      <h2 className="font-semibold text-base">{title}</h2>
      {children}
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant={tone} loading={pending}>
          {label} <KeyHint name="Enter" />
        </Button>
        {more}
        <Back href={backHref} onClick={back} disabled={pending} />
      </div>
    </form>
  );
}

type BackProps = { href: string | undefined; onClick: () => void; disabled: boolean };

const Back = ({ href, onClick, disabled }: BackProps) =>
  href ? (
    <a
      href={href}
      className={buttonStyles({ variant: "ghost" })}
      onClick={(event) => {
        event.preventDefault();
        onClick();
      }}
    >
      Back <KeyHint name="Esc" />
    </a>
  ) : (
    <Button variant="ghost" onClick={onClick} disabled={disabled}>
      Back <KeyHint name="Esc" />
    </Button>
  );

/** Sends a panel's form with the button that was pressed. */
export const sending = (onSend: (form: FormData) => void) => ({
  onSubmit: (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const { submitter } = event.nativeEvent as SubmitEvent;
    onSend(new FormData(event.currentTarget, submitter));
  },
});

/** What somebody will read: paragraphs, and the custodian's own words. */
export type Letter = { subject: string; before: string[]; note: string | null; after: string[] };

/** What they read, before it is sent. */
export const Preview = ({ name, says, letter }: { name: string; says: string; letter: Letter }) => (
  <section aria-label={name} aria-live="polite" className="rounded-md bg-sunken p-3 text-sm">
    <p className="mb-1 text-muted text-xs">{says}</p>
    <p className="font-medium">{letter.subject}</p>
    {letter.before.map((text) => (
      <p key={text}>{text}</p>
    ))}
    {letter.note ? (
      <blockquote className="my-1 whitespace-pre-line border-line-strong border-l-4 pl-3">{letter.note}</blockquote>
    ) : null}
    {letter.after.map((text) => (
      <p key={text} className="text-muted">
        {text}
      </p>
    ))}
  </section>
);

type NumberedProps<Value extends string> = {
  name: string;
  legend: string;
  options: readonly { value: Value; label: string }[];
  value: Value | null;
  onChoose: (value: Value) => void;
};

/** Choices with a number each, which is their key. */
export function Numbered<Value extends string>({ name, legend, options, value, onChoose }: NumberedProps<Value>) {
  return (
    <fieldset className="flex flex-col">
      <legend className="mb-1 font-medium">{legend}</legend>
      {options.map((option, at) => (
        <KeyedChoice
          key={option.value}
          type="radio"
          name={name}
          value={option.value}
          keys={`${at + 1}`}
          label={option.label}
          checked={option.value === value}
          onChoose={() => onChoose(option.value)}
        />
      ))}
    </fieldset>
  );
}

type KeyedChoiceProps = {
  type: "radio" | "checkbox";
  name: string;
  value?: string;
  /** The key that chooses it. */
  keys: string;
  label: string;
  description?: string;
  checked: boolean;
  onChoose: () => void;
};

/** One choice of a list, with its key beside it. */
export function KeyedChoice({ keys, label, description, onChoose, ...input }: KeyedChoiceProps) {
  useHotkey(keys, onChoose);
  return (
    <label className="flex cursor-pointer items-start gap-3 rounded-sm px-1 py-1 hover:bg-sunken">
      <input {...input} onChange={onChoose} aria-keyshortcuts={keys} className="mt-0.5 size-4 shrink-0 accent-accent" />
      <span className="flex-1">
        {label}
        {description ? <span className="block text-muted text-sm">{description}</span> : null}
      </span>
      <KeyHint name={keys} />
    </label>
  );
}

type StaffNoteProps = { label: string; hint?: string; error?: string; value?: string };

/** A line for the other custodians. One line, so that Enter sends it. */
export const StaffNote = ({ label, hint = "Only custodians read it.", error, value }: StaffNoteProps) => (
  <Field name="note" label={label} hint={hint} error={error}>
    <Input autoComplete="off" maxLength={500} defaultValue={value} />
  </Field>
);

/** Stands where a form has nobody to choose. */
export const Nobody = ({ back, children }: { back: () => void; children: ReactNode }) => (
  <div className="flex flex-col items-start gap-3">
    <p>{children}</p>
    <Button onClick={back}>
      Back <Kbd>Esc</Kbd>
    </Button>
  </div>
);
