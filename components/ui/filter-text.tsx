"use client";

import { useEffect, useRef, useState } from "react";
import { cn } from "./cn";
import { Field } from "./field";
import { Input } from "./input";
import { SearchInput } from "./search-input";
import { useFilter } from "./use-filter";

export type FilterTextProps = {
  param: string;
  label: string;
  placeholder?: string;
  mono?: boolean;
  shallow?: boolean;
  /** The list's search field: `/` focuses it. */
  search?: boolean;
  type?: "text" | "datetime-local";
  className?: string;
};

const DEBOUNCE_MS = 300;

/** A filter to type, kept in the address once you pause. */
export function FilterText({
  param,
  label,
  placeholder,
  mono,
  shallow = false,
  search,
  type = "text",
  className,
}: FilterTextProps) {
  const { value, set } = useFilter(param, shallow);
  const [draft, setDraft] = useState(value);
  const sent = useRef(value);

  // The address may change from elsewhere: the back button, "Clear filters".
  useEffect(() => {
    if (value !== sent.current) {
      sent.current = value;
      setDraft(value);
    }
  }, [value]);

  useEffect(() => {
    if (draft === sent.current) return;
    const timer = setTimeout(() => {
      sent.current = draft.trim();
      set(draft.trim());
    }, DEBOUNCE_MS);
    return () => clearTimeout(timer);
  });

  if (search) {
    return (
      <SearchInput
        name={param}
        label={label}
        placeholder={placeholder}
        value={draft}
        onValueChange={setDraft}
        className={cn("col-span-2 md:w-72", className)}
      />
    );
  }
  return (
    <Field name={param} label={label} className={cn("md:w-48", className)}>
      <Input
        type={type}
        value={draft}
        placeholder={placeholder}
        onChange={(event) => setDraft(event.target.value)}
        autoComplete="off"
        spellCheck={false}
        className={cn(mono && "font-mono")}
      />
    </Field>
  );
}
