import { EVENTS_PATH } from "@/components/shell/addresses";
import { NotFoundHere } from "@/components/shell/not-found-here";

/** The 404 page for an unknown or deleted event, and for another partner's event. */
export default function EventNotFound() {
  return (
    <NotFoundHere title="Event not found" back={{ href: EVENTS_PATH, label: "All events" }}>
      The id may be wrong, or the event is older than 90 days and was deleted.
    </NotFoundHere>
  );
}
