import type { ReactNode } from "react";
import { SectionCard } from "./card";
import { TextLink } from "./link";
import { Time } from "./time";

type EventTimelineProps<Entry> = {
  entries: readonly Entry[];
  keyOf: (entry: Entry) => string;
  /** What happened, in words. */
  textOf: (entry: Entry) => ReactNode;
  /** The list of events sent about it; null for who may not see it. */
  eventsHref: string | null;
  description?: string | undefined;
};

/** What happened to something, newest first. */
export function EventTimeline<Entry extends { at: Date }>({
  entries,
  keyOf,
  textOf,
  eventsHref,
  description = "Newest first.",
}: EventTimelineProps<Entry>) {
  return (
    <SectionCard
      id="timeline"
      title="Timeline"
      description={description}
      actions={eventsHref ? <TextLink href={eventsHref}>Events sent</TextLink> : null}
    >
      <ol className="flex flex-col">
        {entries.map((entry) => (
          <TimelineEntry key={keyOf(entry)} at={entry.at}>
            {textOf(entry)}
          </TimelineEntry>
        ))}
      </ol>
      {entries.length === 0 ? <p className="text-muted text-sm">No history yet.</p> : null}
    </SectionCard>
  );
}

type TimelineEntryProps = {
  at: Date;
  /** Shown after the time. */
  trace?: ReactNode;
  children: ReactNode;
};

/** One line of a timeline. */
export const TimelineEntry = ({ at, trace, children }: TimelineEntryProps) => (
  <li className="flex flex-col gap-1 border-line border-b py-3 text-sm last:border-b-0">
    <span className="wrap-anywhere">{children}</span>
    <span className="flex flex-wrap items-baseline gap-x-3 text-muted text-xs">
      <Time at={at} />
      {trace}
    </span>
  </li>
);
