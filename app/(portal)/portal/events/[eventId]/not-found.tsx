import { EVENTS_PATH } from "@/components/shell/addresses";
import { TextLink } from "@/components/ui/link";

/** The 404 page for an unknown or deleted event, and for another partner's event. */
export default function EventNotFound() {
  return (
    <div className="flex max-w-prose flex-col gap-3 py-8">
      <h1 className="font-semibold text-lg">Event not found</h1>
      <p className="text-muted">The id may be wrong, or the event is older than 90 days and was deleted.</p>
      <p>
        <TextLink href={EVENTS_PATH}>All events</TextLink>
      </p>
    </div>
  );
}
