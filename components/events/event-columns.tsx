import Link from "next/link";
import { StatusBadge } from "@/components/ui/badge";
import type { Column } from "@/components/ui/data-list";
import { Time } from "@/components/ui/time";
import type { LoggedEvent } from "@/lib/domain/webhooks/event-log-schemas";
import { eventsAbout } from "./event-address";

/** As many as tell the event from its neighbours; its own page has them all. */
const OBJECTS_SHOWN = 2;

/** The columns of the event log. */
export const EVENT_COLUMNS: readonly Column<LoggedEvent>[] = [
  {
    id: "type",
    header: "Event",
    primary: true,
    cell: ({ type }) => <span className="break-words font-mono text-xs md:whitespace-nowrap">{type}</span>,
  },
  { id: "objects", header: "About", cell: ({ objects }) => <About objects={objects} /> },
  { id: "deliveries", header: "Deliveries", cell: ({ deliveries }) => <Deliveries {...deliveries} /> },
  { id: "at", header: "Time", align: "end", cell: ({ createdAt }) => <Time at={createdAt} /> },
];

function About({ objects }: { objects: readonly string[] }) {
  if (objects.length === 0) return <span className="text-muted">–</span>;
  const more = objects.length - OBJECTS_SHOWN;
  return (
    <span className="flex min-w-0 flex-col items-start gap-1 font-mono text-xs">
      {objects.slice(0, OBJECTS_SHOWN).map((object) => (
        <Link
          key={object}
          href={eventsAbout(object)}
          title={`Events about ${object}`}
          className="max-w-56 truncate rounded-sm underline decoration-line-strong underline-offset-4 hover:text-accent-text hover:decoration-current md:max-w-72"
        >
          {object}
        </Link>
      ))}
      {more > 0 ? <span className="font-sans text-muted">and {more} more</span> : null}
    </span>
  );
}

function Deliveries({ delivered, failed, pending }: LoggedEvent["deliveries"]) {
  const all = delivered + failed + pending;
  if (all === 0) return <span className="text-muted text-xs">To no endpoint</span>;
  const of = (count: number) => (all > 1 ? `${count} of ${all} ` : "");
  return (
    <span className="flex flex-wrap gap-1">
      {failed > 0 ? <StatusBadge tone="harm">{capital(`${of(failed)}failed`)}</StatusBadge> : null}
      {pending > 0 ? <StatusBadge tone="accent">{capital(`${of(pending)}pending`)}</StatusBadge> : null}
      {delivered === all ? (
        <StatusBadge tone="done">{all > 1 ? `All ${all} delivered` : "Delivered"}</StatusBadge>
      ) : null}
    </span>
  );
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
