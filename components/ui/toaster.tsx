"use client";

import { type CSSProperties, useEffect } from "react";
import { Toaster as Sonner, toast } from "sonner";
import { onToast, takeToasts } from "./toast";

const colours = {
  "--normal-bg": "var(--surface)",
  "--normal-border": "var(--line)",
  "--normal-text": "var(--ink)",
  "--border-radius": "0.5rem",
} as CSSProperties;

/** Short notes about what just happened. What the reader must act on belongs on the page, not in here. */
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
      style={colours}
      icons={{}}
      toastOptions={{ classNames: { toast: "font-sans text-sm", description: "text-muted" } }}
    />
  );
}
