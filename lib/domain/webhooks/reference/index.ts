export { type DeliveryFacts, deliveryFacts } from "./delivery-facts";
export type { Receiver } from "./node-receivers";
export { receivers } from "./receivers";
export { declaredWebhooks, type Vector, vectors } from "./vectors";
