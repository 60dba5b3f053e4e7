import { z } from "zod";

const Id = z
  .string()
  .regex(/^[\w-]{1,100}$/)
  .catch("unknown");

/** An id among the arguments of a server action, which anybody can call with anything: what is no id names nothing. */
export const actionId = (argument: unknown): string => Id.parse(argument);
