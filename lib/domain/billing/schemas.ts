import { z } from "zod";

/** How a partner's billing stands, in a word that is another as soon as anything on its pages would be. */
export const BillingMark = z.object({ mark: z.string() });
export type BillingMark = z.output<typeof BillingMark>;
