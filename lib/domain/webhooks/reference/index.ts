export { declaredWebhooks } from "./declared-webhooks";
export { type DeliveryFacts, deliveryFacts } from "./delivery-facts";
export type { Receiver } from "./receiver";
export { receivers } from "./receivers";
export { type Vector, vectors } from "./vectors";
