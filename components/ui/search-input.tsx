"use client";

import { Search } from "lucide-react";
import { useRef } from "react";
import { cn } from "./cn";
import { controlStyle } from "./control-style";
import { fieldId } from "./field-id";
import { Kbd } from "./kbd";
import { useHotkey } from "./use-hotkey";

export type SearchInputProps = {
  label: string;
  name?: string;
  placeholder?: string;
  /** What the list that is shown is narrowed by. */
  listed: string | undefined;
  mono?: boolean;
  className?: string;
};

/** The search field of a list. `/` focuses it, Escape leaves it. */
export function SearchInput({ label, name = "q", placeholder, listed, mono, className }: SearchInputProps) {
  const field = useRef<HTMLInputElement>(null);
  useHotkey("/", () => field.current?.focus());
  const id = fieldId(name);
  return (
    <div className={cn("flex flex-col gap-2", className)}>
      <label htmlFor={id} className="font-medium text-sm">
        {label}
      </label>
      <span className="group relative block">
        <Search className="pointer-events-none absolute top-3 left-3 size-4 text-muted" aria-hidden />
        <input
          ref={field}
          id={id}
          name={name}
          type="search"
          placeholder={placeholder}
          defaultValue={listed ?? ""}
          onKeyDown={(event) => event.key === "Escape" && field.current?.blur()}
          autoComplete="off"
          spellCheck={false}
          aria-keyshortcuts="/"
          className={cn(controlStyle, "h-10 pr-10 pl-9 [&::-webkit-search-cancel-button]:hidden", mono && "font-mono")}
        />
        <Kbd className="absolute top-2 right-2 group-focus-within:hidden max-md:hidden">/</Kbd>
      </span>
    </div>
  );
}
