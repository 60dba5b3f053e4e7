import { ChevronDown } from "lucide-react";
import type { ReactNode } from "react";
import { cn } from "@/components/ui/cn";
import { controlStyle, fieldId } from "@/components/ui/field";
import { PopDetails } from "@/components/ui/pop-details";
import type { EventTypeGroup } from "@/lib/domain/events/events";
import { EventTypeSearch } from "./event-type-search";

type EventTypePickerProps = {
  groups: readonly EventTypeGroup[];
  name: string;
  kind: "radio" | "checkbox";
  chosen: readonly string[];
  /** The label of an option for all types. */
  any?: string;
  /** Shows when each type is sent. */
  described?: boolean;
  className?: string;
};

/**
 * Event types by subject, as plain radios or checkboxes, with a search. Chosen types stay visible during a search, so that the
 * form sends what it shows.
 */
export function EventTypePicker({ groups, name, kind, chosen, any, described, className }: EventTypePickerProps) {
  const choice = (type: string, label: ReactNode, isChosen: boolean, when?: string) => {
    const id = `${fieldId(name)}-${type || "any"}`;
    return (
      <div
        key={type}
        data-type={type}
        className={cn("clear-left flex gap-3 py-1 data-out:not-has-checked:hidden", !when && "items-center")}
      >
        <input
          type={kind}
          id={id}
          name={name}
          value={type}
          defaultChecked={isChosen}
          aria-describedby={when && `${id}-when`}
          className={cn("size-5 shrink-0 cursor-pointer accent-accent", when && "mt-0.5")}
        />
        <div className="min-w-0 flex-1">
          <label htmlFor={id} className="block">
            {label}
          </label>
          {when ? (
            <div id={`${id}-when`} className="text-muted text-sm">
              {when}
            </div>
          ) : null}
        </div>
      </div>
    );
  };
  return (
    <div data-picker className={cn("flex min-h-0 flex-col gap-3", className)}>
      <EventTypeSearch />
      <div className={cn("relative -m-1 min-h-0 overflow-y-auto p-1", described && "gap-8 lg:columns-2")}>
        {any === undefined ? null : choice("", any, chosen.length === 0)}
        {groups.map(({ prefix, types }) => (
          <fieldset key={prefix} className="min-w-0 break-inside-avoid pt-3 pb-1 data-out:not-has-checked:hidden">
            <legend className="float-left w-full pb-1 font-medium text-muted text-xs">{titleOf(prefix)}</legend>
            {types.map(({ type, when }) =>
              choice(
                type,
                <code className="break-all font-mono text-sm">{type}</code>,
                chosen.includes(type),
                described ? when : undefined,
              ),
            )}
          </fieldset>
        ))}
      </div>
    </div>
  );
}

const titleOf = (prefix: string): string => {
  const words = prefix.replaceAll("_", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
};

const ANY = "All types";

type EventTypeFilterProps = {
  groups: readonly EventTypeGroup[];
  /** The type that the list is filtered by. */
  listed: string | undefined;
};

/** A list's filter by event type: the current type, and the picker in a popover. */
export const EventTypeFilter = ({ groups, listed }: EventTypeFilterProps) => (
  <div className="flex flex-col gap-2 max-md:col-span-2 md:w-64">
    <span className="font-medium text-sm" aria-hidden>
      Event type
    </span>
    <PopDetails
      isChoice
      summaryClassName={cn(controlStyle, "flex h-10 items-center gap-2 px-3")}
      summary={
        <>
          <span className="min-w-0 flex-1 truncate">
            <span className="sr-only">Event type: </span>
            {listed || ANY}
          </span>
          <ChevronDown className="size-4 shrink-0 text-muted" aria-hidden />
        </>
      }
    >
      <div className="z-20 mt-1 flex max-h-96 flex-col rounded-md border border-line bg-surface p-3 md:absolute md:w-80 md:shadow-raised">
        <EventTypePicker groups={groups} name="type" kind="radio" any={ANY} chosen={listed ? [listed] : []} />
      </div>
    </PopDetails>
  </div>
);
