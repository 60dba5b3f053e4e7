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

type Act = { at: Date; email?: string; by?: string | null };

type ActsProps<Entry> = {
  entries: readonly Entry[];
  /** The list of events sent about the record; null for who may not see it. */
  eventsHref: string | null;
  description?: string | undefined;
  verbOf: (entry: Entry) => string;
  /** What else is said about an entry. */
  moreOf?: (entry: Entry) => ReactNode;
};

/** A record's history: what happened, to whom and by whom. */
export const Acts = <Entry extends Act>({ verbOf, moreOf, ...list }: ActsProps<Entry>) => (
  <EventTimeline
    {...list}
    keyOf={(entry) => JSON.stringify(entry)}
    textOf={(entry) => {
      const verb = <span className="font-medium">{verbOf(entry)}</span>;
      const more = moreOf?.(entry);
      const by = entry.by ? ` by ${entry.by}` : null;
      if (entry.email && !by) {
        return (
          <>
            {entry.email} {verb}
            {more}
          </>
        );
      }
      return (
        <>
          {verb}
          {entry.email ? ` to ${entry.email}` : null}
          {by}
          {more}
        </>
      );
    }}
  />
);
