import { StatusBadge } from "@/components/ui/badge";
import { EmptyState } from "@/components/ui/callout";
import { type Column, DataList } from "@/components/ui/data-list";
import { moneyText } from "@/components/ui/format";
import { TextLink } from "@/components/ui/link";
import { Time } from "@/components/ui/time";
import type { ShownInvoice } from "@/lib/domain/billing";
import { monthText } from "@/lib/domain/billing/labels";
import { invoiceHref } from "./billing-address";
import { INVOICE_STATES } from "./invoice-words";

const COLUMNS: Column<ShownInvoice>[] = [
  { id: "month", header: "Month", primary: true, cell: ({ month }) => monthText(month) },
  { id: "state", header: "State", cell: ({ state }) => <InvoiceStateBadge state={state} /> },
  { id: "number", header: "Number", cell: ({ number }) => number ?? "Not yet" },
  { id: "creators", header: "Creators", align: "end", cell: ({ creators }) => creators.toLocaleString("en-US") },
  {
    id: "total",
    header: "Total",
    align: "end",
    cell: ({ totalCents }) => <span className="tabular-nums">{moneyText(totalCents)}</span>,
  },
  { id: "paidAt", header: "Paid", cell: ({ paidAt }) => (paidAt ? <Time at={paidAt} as="date" /> : "No") },
  {
    id: "page",
    header: "Receipt",
    cell: ({ pageUrl, state }) =>
      pageUrl ? (
        <TextLink href={pageUrl} external>
          {state === "paid" ? "Receipt" : "Invoice"}
        </TextLink>
      ) : (
        "Not yet"
      ),
  },
];

export function InvoiceStateBadge({ state }: Pick<ShownInvoice, "state">) {
  const { label, tone } = INVOICE_STATES[state];
  return <StatusBadge tone={tone}>{label}</StatusBadge>;
}

/** The partner's invoices of one page. */
export function InvoiceList({ invoices }: { invoices: readonly ShownInvoice[] }) {
  return (
    <DataList
      caption="Invoices, newest first"
      rows={invoices}
      rowKey={({ id }) => id}
      rowHref={({ id }) => invoiceHref(id)}
      columns={COLUMNS}
      empty={<EmptyState title="No invoices yet">The first one is made on the first day of a month.</EmptyState>}
    />
  );
}
