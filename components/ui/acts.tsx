import type { ReactNode } from "react";
import { EventTimeline } from "./event-timeline";

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
