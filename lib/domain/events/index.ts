export { createEndpoint, MAX_ENDPOINTS } from "./create-endpoint";
export { debugSignature } from "./debugging/debug-signature";
export { deleteEndpoint, giveUpDeleted, giveUpDeletedTask } from "./delete-endpoint";
export { type DeliveryFigures, deliveryFigures } from "./delivery-figures";
export { editEndpoint, setEndpointStatus } from "./edit-endpoint";
export { emit, emitAll, eventRows, type NewEvent } from "./emit";
export {
  findEndpoint,
  listEndpoints,
  listReachability,
  listReceivers,
  type Reachability,
  WAITING_SHOWN,
} from "./endpoints";
export { findEvent, findEvents, type ShownEvent } from "./event-log";
export { ENDPOINT_EVENT_TYPES, EVENT_TYPES, type EventType, events, eventTypeGroups } from "./events";
export { countFailed, findReplay } from "./find-replay";
export { forgetEvents, forgetEventsTask } from "./forget-events";
export { getDelivery } from "./get-delivery";
export { listDeliveries } from "./list-deliveries";
export { endpointNewsMail, mailAdminsTask } from "./mail-admins";
export { webhookSecretColumn } from "./open-secrets";
export { tellOutages, tellOutagesTask } from "./outages";
export { readFeed } from "./read-feed";
export { replayFailed, replayTask } from "./replay-failed";
export { resendDelivery } from "./resend-delivery";
export { EndpointInput } from "./schemas";
export { searchWebhooks, type WebhookMatches } from "./search-webhooks";
export { endOverlap, revealSecret, rotateSecret } from "./secrets";
export { sendTestOnce } from "./send-test";
export { startSender } from "./sending/sender";
