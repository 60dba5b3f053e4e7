import { Card, CardBody, CardHeader } from "@/components/ui/card";
import { moneyText } from "@/components/ui/money";
import { TextLink } from "@/components/ui/text-link";
import { Time } from "@/components/ui/time";
import type { Invoice } from "@/lib/platform/payments/states";

/** What was invoiced, newest first. */
export function PastInvoices({ invoices }: { invoices: readonly Omit<Invoice, "lines" | "failure">[] }) {
  return (
    <Card as="section">
      <CardHeader title="Invoices" />
      <CardBody>
        <ul className="divide-y divide-line text-sm">
          {invoices.map(({ id, number, status, totalCents, createdAt, pageUrl }) => (
            <li key={id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-3">
              {pageUrl ? <TextLink href={new URL(pageUrl).pathname}>{number}</TextLink> : <span>Draft</span>}
              <Time at={createdAt} as="date" />
              <span className="tabular-nums">
                {moneyText(totalCents)}, {status}
              </span>
            </li>
          ))}
        </ul>
      </CardBody>
    </Card>
  );
}
