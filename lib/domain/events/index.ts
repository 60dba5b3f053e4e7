export { debugSignature } from "./debugging/debug-signature";
export { countDeliveries, countDeliveriesTask, type DeliveryFigures, deliveryFigures } from "./delivery-figures";
export { currentEdits, type EditsPreview, previewEdits, readEdits, saveEdits } from "./edit-payload";
export {
  createEndpoint,
  deleteEndpoint,
  editEndpoint,
  giveUpDeleted,
  giveUpDeletedTask,
  MAX_ENDPOINTS,
  setEndpointStatus,
} from "./endpoint-changes";
export {
  type AttemptsFrom,
  attemptsByHour,
  findEndpoint,
  listEndpoints,
  listReachability,
  listReceivers,
  type Reachability,
} from "./endpoints";
export { createEndpointByKey, editEndpointByKey, readEndpoint, readEndpoints } from "./endpoints-by-api";
export { eventList, findEvent, findEvents, type LoggedEvent, type ShownEvent } from "./event-log";
export {
  ENDPOINT_EVENT_TYPES,
  EVENT_TYPES,
  type EventType,
  emit,
  emitAll,
  emitRehearsed,
  eventRows,
  events,
  eventTypeGroups,
  type NewEvent,
  type Payload,
} from "./events";
export { forgetEvents, forgetEventsTask, WEBHOOK_TABLES } from "./forget-events";
export { getDelivery } from "./get-delivery";
export { deliveryList, type PortalDelivery } from "./list-deliveries";
export { WAITING_SHOWN } from "./missed-span";
export { webhookSecretColumn } from "./open-secrets";
export { endpointNewsMail, mailAdminsTask, tellOutages, tellOutagesTask } from "./outages";
export { readFeed } from "./read-feed";
export { countFailed, findReplay, replayFailed, replayTask, resendDelivery } from "./replay-failed";
export { EndpointInput } from "./schemas";
export { searchWebhooks, type WebhookMatches } from "./search-webhooks";
export { endOverlap, revealSecret, rotateSecret } from "./secrets";
export { answerMissed, sendMissedTask } from "./send-missed";
export { sendTestOnce } from "./send-test";
export { waitingFigures } from "./sending/due";
export { startSender } from "./sending/sender";
export { readSourceAddresses } from "./source-addresses";
export { countForTeam } from "./team-limits";
