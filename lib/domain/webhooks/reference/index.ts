export { type DeliveryFacts, deliveryFacts } from "./delivery-facts";
export { type Receiver, receivers } from "./receivers";
export { declaredWebhooks, type Vector, vectors } from "./vectors";
