import type { BillingMark } from "@/lib/domain/billing/schemas";
import type { Ctx, PortalUserActor } from "@/lib/domain/context";
import { sha256Hex } from "@/lib/platform/crypto";
import type { PlatformFee } from "./find-platform-fee";
import { findPlatformFee } from "./find-platform-fee";
import { listPlatformInvoices } from "./list-invoices";
import type { ShownInvoice } from "./present-invoice";

/** What the billing page is drawn from, as one word: another one when there is something else to draw. */
export const markOf = (fee: PlatformFee, invoices: readonly ShownInvoice[]): string =>
  sha256Hex(JSON.stringify([fee, invoices])).slice(0, 16);

/** The same, read now: for a page that is drawn again when it has changed. */
export async function readBillingMark(ctx: Ctx<PortalUserActor>): Promise<BillingMark> {
  const [fee, { invoices }] = await Promise.all([findPlatformFee(ctx), listPlatformInvoices(ctx, {})]);
  return { mark: markOf(fee, invoices) };
}
