import { EVENTS_PATH } from "@/components/events/event-address";
import { TextLink } from "@/components/ui/link";

/** Shown with 404 for an event that there is not, or not any more, and for another partner's. */
export default function EventNotFound() {
  return (
    <div className="flex max-w-prose flex-col gap-3 py-8">
      <h1 className="font-semibold text-lg">There is no such event</h1>
      <p className="text-muted">Its id may be mistyped, or it is more than 90 days old: events are erased then.</p>
      <p>
        <TextLink href={EVENTS_PATH}>All events</TextLink>
      </p>
    </div>
  );
}
