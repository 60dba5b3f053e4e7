import { z } from "zod";

/** A version string that changes when any billing page would. */
export const BillingMark = z.object({ mark: z.string() });
export type BillingMark = z.output<typeof BillingMark>;
