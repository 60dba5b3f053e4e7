import type { z } from "zod";

/** One type of event: when it is sent, what it carries and a payload as it may arrive. */
export type EventDeclaration<S extends z.ZodType = z.ZodType> = { when: string; data: S; example: z.output<S> };

/** Declares a type of event. The example is typed by the payload and shown in the reference and by the simulator. */
export const event = <S extends z.ZodType>(declaration: EventDeclaration<S>): EventDeclaration<S> => declaration;
