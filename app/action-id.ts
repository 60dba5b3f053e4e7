import { z } from "zod";

// The service's own ids, people's and partners' alike, and a passkey's: up to 1023 bytes in base64.
const Id = z
  .string()
  .regex(/^[\w+/=-]{1,1364}$/)
  .catch("unknown");

/** An id among the arguments of a server action, which anybody can call with anything: what is no id names nothing. */
export const actionId = (argument: unknown): string => Id.parse(argument);

// A token that was mailed. Its hash is what is looked up, so any text may be one; only a text can be hashed.
const Token = z.string().max(1024).catch("unknown");

/** The token of a link among the arguments of a server action: what is no text is a link that was never issued. */
export const actionToken = (argument: unknown): string => Token.parse(argument);
