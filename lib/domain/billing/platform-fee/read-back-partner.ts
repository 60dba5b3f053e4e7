import type { Ctx } from "@/lib/domain/context";

/** Bring what is held of a partner's invoices to where they stand at the processor. */
export async function readBackPartner(_ctx: Ctx, _of: { partnerId: string; customer: string }): Promise<void> {}
