"use client";

import { type ReactNode, useEffect, useRef } from "react";
import { fieldId } from "./field-id";

export type ErrorSummaryProps = {
  /** Problems by field name, in the order of the fields. */
  errors?: Record<string, string>;
  /** A problem of the whole form. */
  message?: string;
  title?: string;
  extra?: ReactNode;
};

/** All problems of a failed submit, at the top of the form, each linked to its field. Takes the focus when it appears. */
export function ErrorSummary({ errors = {}, message, title, extra }: ErrorSummaryProps) {
  const box = useRef<HTMLDivElement>(null);
  const entries = Object.entries(errors);
  const signature = JSON.stringify([entries, message]);
  const shown = entries.length > 0 || Boolean(message);

  // A second failed submit with other problems moves the focus here again.
  useEffect(() => {
    if (shown && signature) box.current?.focus();
  }, [shown, signature]);

  if (!shown) return null;
  return (
    <div
      ref={box}
      role="alert"
      tabIndex={-1}
      className="flex flex-col gap-2 rounded-md border border-line border-l-4 border-l-harm bg-surface p-4"
    >
      <p className="font-medium">{title ?? (message && entries.length === 0 ? message : headline(entries.length))}</p>
      {message && (title || entries.length > 0) ? <p>{message}</p> : null}
      {entries.length > 0 ? (
        <ul className="flex list-disc flex-col gap-1 pl-5">
          {entries.map(([name, problem]) => (
            <li key={name}>
              <a href={`#${fieldId(name)}`} className="text-harm underline underline-offset-4">
                {problem}
              </a>
            </li>
          ))}
        </ul>
      ) : null}
      {extra}
    </div>
  );
}

function headline(count: number): string {
  return count === 1 ? "One thing needs another look" : `${count} things need another look`;
}
