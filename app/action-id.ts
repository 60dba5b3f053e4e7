// The service's own ids, people's and partners' alike, and a passkey's: up to 1023 bytes in base64.
const ID = /^[\w+/=-]{1,1364}$/;
const LINK_MAX = 1024;

/** An id among the arguments of a server action, which anybody can call with anything: what is no id names nothing. */
export const actionId = (argument: unknown): string =>
  typeof argument === "string" && ID.test(argument) ? argument : "unknown";

/**
 * The token of a link among the arguments of a server action. Its hash is what is looked up, so any text may be one; what
 * is no text is a link that was never issued.
 */
export const actionToken = (argument: unknown): string =>
  typeof argument === "string" && argument.length <= LINK_MAX ? argument : "unknown";
