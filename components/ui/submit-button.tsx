"use client";

import { useFormStatus } from "react-dom";
import { Button, type ButtonProps } from "./button";

/** Submits the form it stands in and shows that the form is on its way. Without JavaScript a plain submit button. */
export function SubmitButton({
  variant = "primary",
  pendingLabel,
  loading,
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
