import type { Payload } from "@/lib/domain/events";

// What a partner is sent about a depiction. Contract: Events.

type ContentEvent = "content_log.created" | "content_log.copy_stored" | "content_log.deleted";
type Of<T extends ContentEvent> = Payload<T> & { partnerId: string };

/** It was recorded. */
export const loggedEvent = ({ partnerId, ...data }: Of<"content_log.created">) => ({
  type: "content_log.created" as const,
  partnerId,
  data,
});

/** Its copy was verified and hashed. */
export const storedEvent = ({ partnerId, ...data }: Of<"content_log.copy_stored">) => ({
  type: "content_log.copy_stored" as const,
  partnerId,
  data,
});

/** It was taken down: by the partner, or on a removal request. */
export const deletedEvent = (
  { partnerId, ...depiction }: Of<"content_log.deleted">,
  takedown?: Required<Pick<Payload<"content_log.deleted">, "removalRequestId" | "legalBasis">>,
) => ({
  type: "content_log.deleted" as const,
  partnerId,
  data: { ...depiction, ...(takedown && { reason: "removal_request" as const, ...takedown }) },
});
