import { ChevronDown } from "lucide-react";
import { cn } from "@/components/ui/cn";
import { controlStyle } from "@/components/ui/field";
import { PopDetails } from "@/components/ui/pop-details";
import type { EventTypeGroup } from "@/lib/domain/webhooks/event-type-groups";
import { EventTypePicker } from "./event-type-picker";

const ANY = "All types";

type EventTypeFilterProps = {
  groups: readonly EventTypeGroup[];
  /** What the list that is shown is narrowed to. */
  listed: string | undefined;
};

/** A list's filter by type of event: which one it is, and the picker behind it. */
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
