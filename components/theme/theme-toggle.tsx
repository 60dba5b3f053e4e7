"use client";

import { Monitor, Moon, Sun } from "lucide-react";
import { useId, useSyncExternalStore } from "react";
import { parseTheme, THEME_COOKIE, type Theme } from "./theme";

const choices = [
  { value: "system", label: "Follow the system", Icon: Monitor },
  { value: "light", label: "Light", Icon: Sun },
  { value: "dark", label: "Dark", Icon: Moon },
] as const;

type Choice = Theme | "system";

/** Pins the theme, or follows the system. Kept in a cookie, so that the server draws the right one at once. */
export function ThemeToggle() {
  const group = useId();
  const chosen = useSyncExternalStore(subscribe, currentChoice, serverChoice);
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
            type="radio"
            name={group}
            value={value}
            checked={chosen === value}
            onChange={() => choose(value)}
            className="sr-only"
          />
          <Icon className="size-4" aria-hidden />
          <span className="sr-only">{label}</span>
        </label>
      ))}
    </fieldset>
  );
}

const YEAR_SECONDS = 31_536_000;
const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function currentChoice(): Choice {
  return parseTheme(document.documentElement.dataset.theme) ?? "system";
}

function serverChoice(): Choice {
  return "system";
}

function choose(choice: Choice): void {
  const life = choice === "system" ? 0 : YEAR_SECONDS;
  const secure = location.protocol === "https:" ? "; Secure" : "";
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser yet
  document.cookie = `${THEME_COOKIE}=${choice}; Path=/; Max-Age=${life}; SameSite=Lax${secure}`;
  if (choice === "system") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = choice;
  for (const notify of listeners) notify();
}
