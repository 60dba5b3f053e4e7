"use client";

import { type ReactNode, useActionState } from "react";
import { cn } from "@/components/ui/cn";
import { ErrorSummary } from "@/components/ui/error-summary";
import type { FormState } from "@/components/ui/form-state";
import { SubmitButton } from "@/components/ui/submit-button";

type ActionFormProps = {
  action: (state: FormState, form: FormData) => Promise<FormState>;
  /** On the button. */
  label: ReactNode;
  pendingLabel?: string;
  variant?: "primary" | "secondary" | "danger" | "ghost";
  size?: "sm" | "md" | "lg";
};

// A long name makes a button of two lines.
const HEIGHTS = { sm: "min-h-8", md: "min-h-10", lg: "min-h-12" };

/** One button that does one thing, with or without scripts, and says why when it could not. */
export function ActionForm({ action, label, pendingLabel, variant = "secondary", size = "md" }: ActionFormProps) {
  const [state, submit] = useActionState(action, {});
  return (
    <form action={submit} className="flex flex-col items-start gap-3">
      <ErrorSummary message={state.message} />
      <SubmitButton
        variant={variant}
        size={size}
        pendingLabel={pendingLabel}
        className={cn("h-auto whitespace-normal py-1", HEIGHTS[size])}
      >
        {label}
      </SubmitButton>
    </form>
  );
}
