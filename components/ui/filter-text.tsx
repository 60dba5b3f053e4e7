"use client";

import { useRef } from "react";
import { cn } from "./cn";
import { Field } from "./field";
import { Input } from "./input";
import { SearchInput } from "./search-input";
import { useTypedFilter } from "./use-typed-filter";

export type FilterTextProps = {
  param: string;
  /** What the list that is shown was narrowed by. */
  listed: string | undefined;
  label: string;
  placeholder?: string;
  mono?: boolean;
  /** The list's search field: `/` focuses it. */
  search?: boolean;
  type?: "text" | "date" | "datetime-local";
  className?: string;
};

/** A filter to type, kept in the address once you pause. */
export function FilterText({
  param,
  listed = "",
  label,
  placeholder,
  mono,
  search,
  type = "text",
  className,
}: FilterTextProps) {
  const box = useRef<HTMLDivElement>(null);
  const { draft, setDraft, leave } = useTypedFilter({ param, listed, field: box });
  return (
    <div ref={box} className={cn(search ? "col-span-2 md:w-72" : "md:w-48", className)}>
      {search ? (
        <SearchInput
          name={param}
          label={label}
          placeholder={placeholder}
          value={draft}
          onValueChange={setDraft}
          onLeave={leave}
        />
      ) : (
        <Field name={param} label={label}>
          <Input
            type={type}
            value={draft}
            placeholder={placeholder}
            onChange={(event) => setDraft(event.target.value)}
            onBlur={leave}
            autoComplete="off"
            spellCheck={false}
            className={cn(mono && "font-mono")}
          />
        </Field>
      )}
    </div>
  );
}
