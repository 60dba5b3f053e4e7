import { listHref } from "@/components/lists/list-address";

export const EVENTS_PATH = "/portal/events";

/** The events about one object. */
export const eventsAbout = (object: string): string => listHref(EVENTS_PATH, { object });
