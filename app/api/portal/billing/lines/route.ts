import { z } from "zod";
import { csvResponse, portalEndpoint } from "@/app/api/portal/endpoint";
import { UPCOMING } from "@/components/billing/invoices";
import { exportFeeLines } from "@/lib/domain/billing";

/** The creators on an invoice, or on the next one as of now, as a CSV file. */
export const GET = portalEndpoint({
  summary: "Export the lines of an invoice",
  to: "manage_billing",
  query: z.object({ invoice: z.string().regex(/^(upcoming|[0-9a-z]{25})$/) }),
  responses: { 200: z.unknown() },
  handle: async (ctx, { query: { invoice } }) =>
    csvResponse(`invoice-${invoice}`, await exportFeeLines(ctx, { invoiceId: invoice === UPCOMING ? null : invoice })),
});
