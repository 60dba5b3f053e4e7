"use client";

import { Eye } from "lucide-react";
import type { KeyboardEvent, ReactNode } from "react";
import { Button } from "./button";
import { cn } from "./cn";
import { KeyHint, useHotkey } from "./hotkeys";

// Pictures of people open blurred and grey below `data-veils`, which the custodians' layout sets by its reader's choice. What hides them
// is a style that reads a checkbox, so that they open blurred at the first paint, and show without scripts.

type VeilProps = {
  /** What the picture shows, after "Show": "the person". */
  label: string;
  className?: string;
  /** An image or a film. */
  children: ReactNode;
};

/** A picture that custodians open blurred and grey until they press it. Elsewhere, it is the picture. */
export const Veil = ({ label, className, children }: VeilProps) => (
  <div className={cn("veil relative", className)}>
    {children}
    <label className="veil-cover group absolute inset-0 z-10 cursor-pointer items-center justify-center has-checked:inset-auto has-checked:top-2 has-checked:right-2">
      <input
        type="checkbox"
        data-veil
        // A reload blurs again.
        autoComplete="off"
        aria-label={`Show ${label}`}
        onKeyDown={(event: KeyboardEvent<HTMLInputElement>) => event.key === "Enter" && event.currentTarget.click()}
        className="peer sr-only"
      />
      <span className="inline-flex min-h-8 items-center gap-2 rounded-md border border-line bg-surface px-3 font-medium text-sm peer-focus-visible:outline-2 peer-focus-visible:outline-accent-text peer-focus-visible:outline-offset-2">
        <Eye className="size-4" aria-hidden />
        <span aria-hidden className="group-has-checked:hidden">
          Show
        </span>
        <span aria-hidden className="hidden group-has-checked:inline">
          Blur
        </span>
      </span>
    </label>
  </div>
);

/** Whether a picture of the page was not shown yet. */
export const hasVeiled = (): boolean => document.querySelector("[data-veils] input[data-veil]:not(:checked)") !== null;

/** Shows all pictures of the page, or blurs them again if all are shown. */
function toggleVeils(): void {
  const veils = [...document.querySelectorAll<HTMLInputElement>("[data-veils] input[data-veil]")];
  const show = veils.some(({ checked }) => !checked);
  for (const veil of veils) veil.checked = show;
}

/** The key that shows all pictures of a page, and the button for it where there are several. */
export function VeilKey() {
  useHotkey("v", toggleVeils);
  return null;
}

/** Presses what VeilKey presses. Only where pictures open blurred. */
export const ShowPictures = () => (
  <Button
    size="sm"
    variant="ghost"
    aria-keyshortcuts="v"
    onClick={toggleVeils}
    className="veil-tool"
    icon={<Eye aria-hidden />}
  >
    <span className="sr-only">Show or blur all pictures</span>
    <KeyHint name="v" />
  </Button>
);
