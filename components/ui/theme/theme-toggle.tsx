"use client";

import { Monitor, Moon, Sun } from "lucide-react";
import { useId } from "react";
import { parseTheme } from "./preferences";

const choices = [
  { value: "system", label: "Follow the system", Icon: Monitor },
  { value: "light", label: "Light", Icon: Sun },
  { value: "dark", label: "Dark", Icon: Moon },
] as const;

/** Chooses the theme. The page's inline script applies the choice, also on pages without other scripts. */
export function ThemeToggle() {
  const group = useId();
  return (
    <fieldset className="inline-flex rounded-full border border-line p-1">
      <legend className="sr-only">Theme</legend>
      {choices.map(({ value, label, Icon }) => (
        <label
          key={value}
          title={label}
          className="flex size-6 cursor-pointer items-center justify-center rounded-full text-muted hover:text-ink has-checked:bg-accent-soft has-checked:text-accent-text has-focus-visible:outline-2 has-focus-visible:outline-accent-text"
        >
          <input
            ref={showPinned}
            type="radio"
            name={group}
            value={value}
            defaultChecked={value === "system"}
            data-theme-choice
            className="sr-only"
          />
          <Icon className="size-4" aria-hidden />
          <span className="sr-only">{label}</span>
        </label>
      ))}
    </fieldset>
  );
}

/** On pages rendered in the browser, checks the pinned theme. */
function showPinned(input: HTMLInputElement | null): void {
  if (input) input.checked = input.value === (parseTheme(document.documentElement.dataset.theme) ?? "system");
}
