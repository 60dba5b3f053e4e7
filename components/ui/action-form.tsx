"use client";

import { type ReactNode, useActionState } from "react";
import { cn } from "./cn";
import { ErrorSummary, type FormState, SubmitButton } from "./form";
import { KeyHint } from "./hotkeys";

type ActionFormProps = {
  action: (state: FormState, form: FormData) => Promise<FormState>;
  /** The button's label. */
  label: ReactNode;
  pendingLabel?: string;
  variant?: "primary" | "secondary" | "danger" | "ghost";
  size?: "sm" | "md" | "lg";
  /** The key that presses it. See PressKeys. */
  shortcut?: string;
  disabled?: boolean;
};

// Minimum heights, because a long name wraps to two lines.
const HEIGHTS = { sm: "min-h-8", md: "min-h-10", lg: "min-h-12" };

/** A form with one button. It works without scripts and shows the error if the action fails. */
export function ActionForm({
  action,
  label,
  pendingLabel,
  variant = "secondary",
  size = "md",
  shortcut,
  disabled = false,
}: ActionFormProps) {
  const [state, submit] = useActionState(action, {});
  return (
    <form action={submit} className="flex flex-col items-start gap-3">
      <ErrorSummary message={state.message} />
      <SubmitButton
        variant={variant}
        size={size}
        pendingLabel={pendingLabel}
        disabled={disabled}
        aria-keyshortcuts={shortcut}
        className={cn("h-auto whitespace-normal py-1", HEIGHTS[size])}
      >
        {label}
        {shortcut ? <KeyHint name={shortcut} /> : null}
      </SubmitButton>
    </form>
  );
}
