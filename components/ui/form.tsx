"use client";

import {
  type ComponentProps,
  type FormEvent,
  type ReactNode,
  startTransition,
  useActionState,
  useEffect,
  useRef,
} from "react";
import { useFormStatus } from "react-dom";
import { Button, type ButtonProps } from "./button";
import { cn } from "./cn";
import { fieldId } from "./field";

/** What a form's action returns: errors by field name, one for the whole form, and the values to keep. */
export type FormState = {
  ok?: boolean;
  message?: string;
  errors?: Record<string, string>;
  values?: Record<string, string>;
};

/** What a button's action returns: an `error` sentence if it failed. */
export type ActionResult = { error?: string };

/**
 * `useActionState` for a form that keeps its input. React resets a form after its action, even after an error; here the
 * input stays. Put both `action` and `onSubmit` on the form: before its script has loaded, the browser posts it to `action`,
 * and shows `permalink` if there is one: a page with the same form, with the place of its result.
 *
 * Bind arguments to `action` in the parent. After a post without scripts, React waits for bound arguments and renders again: a
 * component that binds new ones on each render would never finish.
 */
export function useFormAction<State>(
  action: (state: Awaited<State>, formData: FormData) => Promise<State>,
  initial: Awaited<State>,
  permalink?: string,
) {
  const [state, dispatch, pending] = useActionState(action, initial, permalink);
  function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    // A dialog inside another form's tree must not submit that form too.
    event.stopPropagation();
    if (pending) return;
    const formData = new FormData(event.currentTarget);
    startTransition(() => dispatch(formData));
  }
  return { state, action: dispatch, onSubmit, pending };
}

/** Submits its form and shows that it is being sent. Without JavaScript it is a plain submit button. */
export function SubmitButton({
  variant = "primary",
  pendingLabel,
  loading = false,
  children,
  ...props
}: ButtonProps & { pendingLabel?: string }) {
  const { pending } = useFormStatus();
  const busy = loading || pending;
  return (
    <Button {...props} type="submit" variant={variant} loading={busy}>
      {busy && pendingLabel ? pendingLabel : children}
    </Button>
  );
}

/** The button of a page with one thing to do. On a phone it is as wide as the page. */
export const LargeSubmit = ({ className, ...props }: ComponentProps<typeof SubmitButton>) => (
  <SubmitButton {...props} size="lg" className={cn("self-start max-sm:w-full", className)} />
);

type ErrorSummaryProps = {
  /** Errors by field name, in field order. */
  errors?: Record<string, string>;
  /** An error of the whole form. */
  message?: string;
  title?: string;
  extra?: ReactNode;
};

/** All errors of a failed submit, each linked to its field. Takes the focus when it appears. */
export function ErrorSummary({ errors = {}, message, title, extra }: ErrorSummaryProps) {
  const box = useRef<HTMLDivElement>(null);
  const entries = Object.entries(errors);
  const signature = JSON.stringify([entries, message]);
  const shown = entries.length > 0 || Boolean(message);

  // A second failed submit with other errors moves the focus here again.
  useEffect(() => {
    if (shown && signature) box.current?.focus();
  }, [shown, signature]);

  if (!shown) return null;
  return (
    <div
      ref={box}
      role="alert"
      tabIndex={-1}
      className="flex flex-col gap-2 rounded-md border border-line border-l-4 border-l-harm bg-surface p-4"
    >
      <p className="font-medium">{title ?? (message && entries.length === 0 ? message : headline(entries.length))}</p>
      {message && (title || entries.length > 0) ? <p>{message}</p> : null}
      {entries.length > 0 ? (
        <ul className="flex list-disc flex-col gap-1 pl-5">
          {entries.map(([name, problem]) => (
            <li key={name}>
              <a href={`#${fieldId(name)}`} className="text-harm underline underline-offset-4">
                {problem}
              </a>
            </li>
          ))}
        </ul>
      ) : null}
      {extra}
    </div>
  );
}

function headline(count: number): string {
  return count === 1 ? "One thing needs another look" : `${count} things need another look`;
}
