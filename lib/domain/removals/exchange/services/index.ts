export { ServiceFault, withCaller } from "./call";
export type { Service, Told } from "./service";
export { stopNcii } from "./stopncii";
export { threatExchange } from "./threatexchange";
