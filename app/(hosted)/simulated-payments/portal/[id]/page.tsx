import type { Metadata } from "next";
import { CardChoice } from "@/components/simulated-payments/card-choice";
import { ManageSubscription } from "@/components/simulated-payments/manage-subscription";
import { PastInvoices } from "@/components/simulated-payments/past-invoices";
import { SimulatedShell } from "@/components/simulated-payments/simulated-shell";
import { Card, CardBody, CardHeader } from "@/components/ui/card";
import { PageHeader } from "@/components/ui/page-header";
import { savedCardText } from "@/components/ui/saved-card-text";
import { SubmitButton } from "@/components/ui/submit-button";
import { TextLink } from "@/components/ui/text-link";
import { findSimulatedPortal } from "@/lib/platform/payments/simulated/portal-page";
import { changeCard, manage } from "../../actions";
import { assertSimulated } from "../../assert-simulated";
import { problemIn, type Query } from "../../problems";

export const metadata: Metadata = { title: "Simulated billing" };

type Props = { params: Promise<{ id: string }>; searchParams: Query };

/** Where Stripe's customer portal would be, with buttons for what otherwise takes a month, or a bank. */
export default async function SimulatedPortalPage({ params, searchParams }: Props) {
  assertSimulated();
  const { id } = await params;
  const portal = await findSimulatedPortal(id);
  if (!portal) return <Over />;
  const { email, returnUrl, card, subscription, invoices } = portal;
  return (
    <SimulatedShell email={email}>
      <PageHeader title="Billing" description={<TextLink href={returnUrl}>Go back</TextLink>} />
      {subscription ? <ManageSubscription subscription={subscription} action={manage.bind(null, id)} /> : null}
      <Card as="section">
        <CardHeader title="Card" description={card ? `Charged now: ${savedCardText(card)}` : "No card is saved."} />
        <CardBody>
          <form action={changeCard.bind(null, id)} className="flex flex-col gap-4">
            <CardChoice legend="Another card" error={await problemIn(searchParams)} />
            <SubmitButton>Use this card</SubmitButton>
          </form>
        </CardBody>
      </Card>
      {invoices.length > 0 ? <PastInvoices invoices={invoices} /> : null}
    </SimulatedShell>
  );
}

const Over = () => (
  <SimulatedShell email="">
    <PageHeader title="This page has expired" description="Go back to where you came from and open it again." />
  </SimulatedShell>
);
