import { z } from "zod";

/** What the database answers when sealed values are counted by the mark in their first bytes: see `masterKeyMarks`. */
export const MarkCounts = z.array(z.object({ mark: z.instanceof(Uint8Array), count: z.coerce.number() }));
export type MarkCounts = z.infer<typeof MarkCounts>;
