import { field, NEWEST, partnerList, type RowIn } from "@/lib/domain/core/lists";
import { Prisma } from "@/lib/platform/db";

/** `closed`: paid by other means. `written_off`: we stopped collecting, but it is still owed. */
export type InvoiceState = "preparing" | "open" | "paid" | "closed" | "void" | "written_off";

/** The partner's invoices, newest first. */
export const invoiceList = partnerList({
  from: "platform_invoices",
  scope: ({ actor }) => Prisma.sql`partner_id = ${actor.partnerId}`,
  order: NEWEST,
  size: 12,
  select: {
    id: field.text("id"),
    month: field.time("month::timestamp AT TIME ZONE 'UTC'"),
    number: field.of<string | null>("number"),
    state: field.of<InvoiceState>(`CASE WHEN status = 'paid' THEN 'paid' WHEN settled_at IS NOT NULL THEN 'closed'
      WHEN status = 'draft' THEN 'preparing' WHEN status = 'uncollectible' THEN 'written_off' ELSE status::text END`),
    creators: field.count("line_count"),
    /** How many scenes' fees it charges. */
    scenes: field.count("scene_count"),
    totalCents: field.count("total_cents"),
    pageUrl: field.of<string | null>("page_url"),
    pdfUrl: field.of<string | null>("pdf_url"),
    failure: field.of<string | null>("failure"),
    createdAt: field.time("created_at"),
    dueAt: field.of<Date | null>("due_at"),
    paidAt: field.of<Date | null>("coalesce(paid_at, settled_at)"),
    nextTryAt: field.of<Date | null>("CASE WHEN status = 'open' THEN next_try_at END"),
  },
  filters: {},
});

/** An invoice as its partner sees it. */
export type ShownInvoice = RowIn<typeof invoiceList>;
