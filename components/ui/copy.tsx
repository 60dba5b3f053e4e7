"use client";

import { Check, Copy, CopyX } from "lucide-react";
import { useEffect, useState } from "react";
import { Breakable } from "./breakable";
import { Button, type ButtonProps } from "./button";
import { cn } from "./cn";
import { useRowTabIndex } from "./tooltip";

type CopyButtonProps = {
  value: string;
  label?: string;
  variant?: ButtonProps["variant"];
  size?: ButtonProps["size"];
};

const words = { idle: "", copied: "Copied", failed: "Could not copy" };

/** Copies a value and shows and announces the result. */
export function CopyButton({ value, label = "Copy", variant, size = "sm" }: CopyButtonProps) {
  const { state, copy } = useCopied();
  const Icon = state === "copied" ? Check : state === "failed" ? CopyX : Copy;
  return (
    // The inline script of pages without React finds this button by `data-copy`.
    <Button variant={variant} size={size} icon={<Icon aria-hidden />} onClick={() => copy(value)} data-copy>
      <span>{state === "idle" ? label : words[state]}</span>
      <span role="status" className="sr-only">
        {words[state]}
      </span>
    </Button>
  );
}

type CopyIdProps = {
  value: string;
  /** What the id identifies, e.g. "account id", for the button's name. */
  label?: string;
  /** Show only both ends. The whole value is copied. */
  short?: boolean;
  className?: string;
};

/** An id in monospace. Click to copy. */
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
      <span className="min-w-0">
        <Breakable text={shown} />
      </span>
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

/** Copies to the clipboard. `state` shows the result for two seconds. */
function useCopied(): { state: "idle" | "copied" | "failed"; copy: (value: string) => Promise<void> } {
  const [state, setState] = useState<"idle" | "copied" | "failed">("idle");

  useEffect(() => {
    if (state === "idle") return;
    const timer = setTimeout(() => setState("idle"), 2000);
    return () => clearTimeout(timer);
  }, [state]);

  async function copy(value: string) {
    try {
      await navigator.clipboard.writeText(value);
      setState("copied");
    } catch {
      // Plain http has no clipboard, except on localhost.
      setState("failed");
    }
  }
  return { state, copy };
}
