"use client";

import { Check, Copy, CopyX } from "lucide-react";
import { Button, type ButtonProps } from "./button";
import { useCopied } from "./use-copied";

export type CopyButtonProps = {
  value: string;
  label?: string;
  variant?: ButtonProps["variant"];
  size?: ButtonProps["size"];
};

const words = { idle: "", copied: "Copied", failed: "Could not copy" };

/** Copies a value and says so, in sight and aloud. */
export function CopyButton({ value, label = "Copy", variant, size = "sm" }: CopyButtonProps) {
  const { state, copy } = useCopied();
  const Icon = state === "copied" ? Check : state === "failed" ? CopyX : Copy;
  return (
    // Pages without React copy by it too: their inline script finds the two texts inside.
    <Button variant={variant} size={size} icon={<Icon aria-hidden />} onClick={() => copy(value)} data-copy>
      <span>{state === "idle" ? label : words[state]}</span>
      <span role="status" className="sr-only">
        {words[state]}
      </span>
    </Button>
  );
}
