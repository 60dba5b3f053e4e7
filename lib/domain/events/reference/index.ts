export { type DeliveryFacts, deliveryFacts } from "./delivery-facts";
export { type Receiver, verifyInNode } from "./node-receivers";
export { receivers, verifyInPython } from "./receivers";
export { declaredWebhooks, type Vector, vectors } from "./vectors";
