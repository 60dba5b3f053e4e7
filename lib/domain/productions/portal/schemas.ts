import { z } from "zod";

/** A version string that changes when a production's page would. */
export const ProductionMark = z.object({ mark: z.string() });
export type ProductionMark = z.output<typeof ProductionMark>;

export const ProductionMarkQuery = z.object({ production: z.string().max(64) });
