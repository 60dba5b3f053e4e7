import { z } from "zod";

// The service's own ids, people's and partners' alike, and a passkey's: up to 1023 bytes in base64.
const Id = z
  .string()
  .regex(/^[\w+/=-]{1,1364}$/)
  .catch("unknown");

/** An id among the arguments of a server action, which anybody can call with anything: what is no id names nothing. */
export const actionId = (argument: unknown): string => Id.parse(argument);
