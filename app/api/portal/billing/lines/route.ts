import { z } from "zod";
import { portalEndpoint } from "@/app/api/portal/endpoint";
import { UPCOMING } from "@/components/billing/billing-address";
import { exportFeeLines } from "@/lib/domain/billing";

/** For whom an invoice charges, or the coming one would now, as a CSV file. */
export const GET = portalEndpoint({
  summary: "Export the lines of an invoice",
  to: "manage_records",
  query: z.object({ invoice: z.string().regex(/^(upcoming|[0-9a-z]{25})$/) }),
  responses: { 200: z.unknown() },
  handle: async (ctx, { query: { invoice } }) =>
    new Response(await exportFeeLines(ctx, { invoiceId: invoice === UPCOMING ? null : invoice }), {
      headers: {
        "Content-Type": "text/csv; charset=utf-8",
        "Content-Disposition": `attachment; filename="invoice-${invoice}.csv"`,
      },
    }),
});
