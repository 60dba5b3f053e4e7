"use client";

import { Check, Copy, CopyX } from "lucide-react";
import { Button, type ButtonProps } from "./button";
import { cn } from "./cn";
import { useCopied } from "./use-copied";

export type CopyButtonProps = {
  value: string;
  label?: string;
  variant?: ButtonProps["variant"];
  size?: ButtonProps["size"];
  /** Only the icon is shown; the label is still its name. */
  iconOnly?: boolean;
  className?: string;
};

const words = { idle: "", copied: "Copied", failed: "Could not copy" };

/** Copies a value and says so, in sight and aloud. */
export function CopyButton({ value, label = "Copy", variant, size = "sm", iconOnly, className }: CopyButtonProps) {
  const { state, copy } = useCopied();
  const Icon = state === "copied" ? Check : state === "failed" ? CopyX : Copy;
  return (
    <Button
      variant={variant}
      size={size}
      className={cn(iconOnly && "w-8 px-0", className)}
      icon={<Icon aria-hidden />}
      onClick={() => copy(value)}
      title={iconOnly ? label : undefined}
    >
      {iconOnly ? <span className="sr-only">{label}</span> : state === "idle" ? label : words[state]}
      <span role="status" className="sr-only">
        {words[state]}
      </span>
    </Button>
  );
}
