"use client";

import { type CSSProperties, useEffect } from "react";
import { Toaster as Sonner, toast } from "sonner";
import { onToast, takeToasts } from "./toast";

const colors = {
  "--normal-bg": "var(--surface)",
  "--normal-border": "var(--line)",
  "--normal-text": "var(--ink)",
  "--border-radius": "0.5rem",
} as CSSProperties;

/** Toasts: short notes about what just happened. Anything to act on belongs on the page. */
export function Toaster() {
  useEffect(() => {
    const show = () => {
      for (const { kind, text } of takeToasts()) toast[kind](text);
    };
    show();
    return onToast(show);
  }, []);
  return (
    <Sonner
      position="bottom-right"
      duration={5000}
      style={colors}
      icons={{}}
      toastOptions={{ classNames: { toast: "font-sans text-sm", description: "text-muted" } }}
    />
  );
}
