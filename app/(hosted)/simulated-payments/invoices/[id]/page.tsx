import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { CardChoice } from "@/components/simulated-payments/card-choice";
import { InvoiceLines } from "@/components/simulated-payments/invoice-lines";
import { SimulatedShell } from "@/components/simulated-payments/simulated-shell";
import { StatusBadge } from "@/components/ui/badge";
import { moneyText } from "@/components/ui/money";
import { PageHeader } from "@/components/ui/page-header";
import { SubmitButton } from "@/components/ui/submit-button";
import { findSimulatedInvoice } from "@/lib/platform/payments/simulated/invoice-page";
import { payInvoice } from "../../actions";
import { assertSimulated } from "../../assert-simulated";
import { problemIn, type Query } from "../../problems";

export const metadata: Metadata = { title: "Simulated invoice" };

type Props = { params: Promise<{ id: string }>; searchParams: Query };

/** Where Stripe's page of an invoice would be: to read, to print, and to pay while it is open. */
export default async function SimulatedInvoicePage({ params, searchParams }: Props) {
  assertSimulated();
  const { id } = await params;
  const invoice = await findSimulatedInvoice(id);
  if (!invoice) notFound();
  const { email, number, status, totalCents, description } = invoice;
  return (
    <SimulatedShell email={email}>
      <PageHeader
        title={`Invoice ${number}`}
        description={description}
        meta={
          <StatusBadge tone={status === "paid" ? "done" : status === "open" ? "waiting" : "neutral"}>
            {status}
          </StatusBadge>
        }
      />
      <InvoiceLines invoice={invoice} />
      {status === "open" ? (
        <form action={payInvoice.bind(null, id)} className="flex flex-col gap-6 print:hidden">
          <CardChoice error={await problemIn(searchParams)} />
          <SubmitButton size="lg">Pay {moneyText(totalCents)}</SubmitButton>
        </form>
      ) : null}
    </SimulatedShell>
  );
}
