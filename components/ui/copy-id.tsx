"use client";

import { Check, Copy } from "lucide-react";
import { cn } from "./cn";
import { useRowTabIndex } from "./row-scope";
import { useCopied } from "./use-copied";

export type CopyIdProps = {
  value: string;
  /** What it identifies, e.g. "account id": the button is then called "Copy account id …". */
  label?: string;
  /** Show the two ends only; the whole value is copied. */
  short?: boolean;
  className?: string;
};

/** An identifier: monospace, click to copy. */
export function CopyId({ value, label = "id", short, className }: CopyIdProps) {
  const { state, copy } = useCopied();
  const tabIndex = useRowTabIndex();
  const Icon = state === "copied" ? Check : Copy;
  const shown = short && value.length > 14 ? `${value.slice(0, 6)}…${value.slice(-4)}` : value;
  return (
    <button
      type="button"
      tabIndex={tabIndex}
      onClick={() => copy(value)}
      title={short ? value : undefined}
      className={cn(
        "group inline-flex max-w-full items-center gap-2 rounded-sm text-left font-mono text-xs hover:text-accent-text",
        className,
      )}
    >
      <span className="sr-only">{`Copy ${label} `}</span>
      <span className="min-w-0 break-all">{shown}</span>
      <Icon
        aria-hidden
        className={cn(
          "size-3 shrink-0",
          state === "copied"
            ? "text-done"
            : "text-muted md:opacity-0 md:group-hover:opacity-100 md:group-focus:opacity-100",
        )}
      />
      <span role="status" className="sr-only">
        {state === "copied" ? "Copied" : state === "failed" ? "Could not copy" : ""}
      </span>
    </button>
  );
}
