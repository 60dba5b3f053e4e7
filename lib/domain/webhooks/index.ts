export { emit } from "./emit";
export { type EventType, events, type Payload } from "./events";
