import { moneyText } from "@/components/ui/money";
import { Time } from "@/components/ui/time";
import type { Invoice } from "@/lib/platform/payments/states";

/** What an invoice is for, line by line. */
export function InvoiceLines({ invoice: { lines, totalCents, finalisedAt, paidAt } }: { invoice: Invoice }) {
  return (
    <div className="flex flex-col gap-3 text-sm">
      <p className="text-muted">
        {finalisedAt ? (
          <>
            Sent <Time at={finalisedAt} as="date" />
          </>
        ) : null}
        {paidAt ? (
          <>
            , paid <Time at={paidAt} as="date" />
          </>
        ) : null}
      </p>
      <ul className="divide-y divide-line border-line border-y">
        {lines.map(({ id, description, cents, period }) => (
          <li key={id} className="flex justify-between gap-4 py-3">
            <div className="min-w-0">
              <p className="wrap-anywhere">{description}</p>
              <p className="text-muted">
                <Time at={period.start} as="date" /> to <Time at={period.end} as="date" />
              </p>
            </div>
            <p className="tabular-nums">{moneyText(cents)}</p>
          </li>
        ))}
      </ul>
      <p className="flex justify-between gap-4 font-medium">
        <span>Total</span>
        <span className="tabular-nums">{moneyText(totalCents)}</span>
      </p>
    </div>
  );
}
