import { advanceInvoice } from "@/lib/domain/billing/platform-fee/advance-invoice";
import { draftInvoice } from "@/lib/domain/billing/platform-fee/sweep";
import { systemCtx } from "./factories";

// A program that drafts a platform's invoice and pays it, and then waits: tests kill it on the way.
const [, , partnerId = "", month = ""] = process.argv;
const invoiceId = await draftInvoice(systemCtx(), { partnerId, month: new Date(month) });
if (invoiceId) await advanceInvoice(systemCtx(), { invoiceId });
setInterval(() => undefined, 60_000);
