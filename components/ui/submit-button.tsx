"use client";

import { useFormStatus } from "react-dom";
import type { ButtonProps } from "./button";
import { busyProps, buttonStyles } from "./button-style";
import { cn } from "./cn";
import { Spinner } from "./spinner";

/**
 * Submits the form it stands in and shows that the form is on its way; without JavaScript a plain submit button. It does
 * not build on Button, whose file also brings the router's links to the hosted pages.
 */
export function SubmitButton({
  variant = "primary",
  size,
  icon,
  pendingLabel,
  loading = false,
  disabled,
  className,
  children,
  ...props
}: ButtonProps & { pendingLabel?: string }) {
  const { pending } = useFormStatus();
  const busy = loading || pending;
  return (
    <button
      {...props}
      type="submit"
      disabled={disabled}
      {...(busy && busyProps)}
      className={cn(buttonStyles({ variant, size }), className)}
    >
      {busy ? <Spinner /> : icon}
      {busy && pendingLabel ? pendingLabel : children}
    </button>
  );
}
