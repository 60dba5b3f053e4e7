export { ServiceFault, withCaller } from "./call";
export type { Outcome, Service, Told } from "./service";
export { stopNcii } from "./stopncii";
export { threatExchange } from "./threatexchange";
