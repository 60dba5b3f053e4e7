// The service's own ids, people's and partners' alike, and a passkey's: up to 1023 bytes in base64.
const ID = /^[\w+/=-]{1,1364}$/;
const LINK_MAX = 1024;

/** An id among the arguments of a server action. Anything else becomes an id that no row has. */
export const actionId = (argument: unknown): string =>
  typeof argument === "string" && ID.test(argument) ? argument : "unknown";

/**
 * The token of a link among the arguments of a server action. We look up its hash, so any text will do; anything else becomes
 * a token that was never issued.
 */
export const actionToken = (argument: unknown): string =>
  typeof argument === "string" && argument.length <= LINK_MAX ? argument : "unknown";
