import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { CardChoice } from "@/components/simulated-payments/card-choice";
import { SimulatedShell } from "@/components/simulated-payments/simulated-shell";
import { Callout } from "@/components/ui/callout";
import { moneyText } from "@/components/ui/money";
import { PageHeader } from "@/components/ui/page-header";
import { SubmitButton } from "@/components/ui/submit-button";
import { TextLink } from "@/components/ui/text-link";
import { findSimulatedCheckout, type SimulatedCheckout } from "@/lib/platform/payments/simulated/checkout-page";
import { answerBank, chooseCard } from "../../actions";
import { assertSimulated } from "../../assert-simulated";
import { problemIn, type Query } from "../../problems";

export const metadata: Metadata = { title: "Simulated payment" };

type Props = { params: Promise<{ id: string }>; searchParams: Query };

/** Where Stripe's checkout would be: a card is chosen by what it does. */
export default async function SimulatedCheckoutPage({ params, searchParams }: Props) {
  assertSimulated();
  const checkout = await findSimulatedCheckout((await params).id);
  if (!checkout) notFound();
  return (
    <SimulatedShell email={checkout.email}>
      {checkout.status === "open" ? (
        <Open checkout={checkout} problem={await problemIn(searchParams)} />
      ) : (
        <Closed checkout={checkout} />
      )}
    </SimulatedShell>
  );
}

const price = ({ cents }: SimulatedCheckout): string => (cents === null ? "" : `${moneyText(cents)} a month`);

function Open({ checkout, problem }: { checkout: SimulatedCheckout; problem: string | undefined }) {
  const { id, mode, product, asking, cancelUrl } = checkout;
  const subscribing = mode === "subscription";
  return (
    <>
      <PageHeader
        title={subscribing ? (product ?? "Subscription") : "Save a card"}
        description={subscribing ? `${price(checkout)}, until you cancel.` : "For later charges. Nothing is paid now."}
      />
      {asking ? (
        <form action={answerBank.bind(null, id)} className="flex flex-col gap-4">
          <Callout tone="waiting" title="Your bank asks: is this you?">
            At a real bank you would confirm this in its app, or by a code.
          </Callout>
          <div className="flex flex-wrap gap-3">
            <SubmitButton variant="primary" size="lg" name="answer" value="yes">
              Yes, it is me
            </SubmitButton>
            <SubmitButton variant="secondary" size="lg" name="answer" value="no">
              No
            </SubmitButton>
          </div>
        </form>
      ) : (
        <form action={chooseCard.bind(null, id)} className="flex flex-col gap-6">
          <CardChoice error={problem} />
          <SubmitButton size="lg" pendingLabel="One moment">
            {subscribing ? `Subscribe for ${price(checkout)}` : "Save this card"}
          </SubmitButton>
        </form>
      )}
      <TextLink href={cancelUrl}>Back without {subscribing ? "subscribing" : "saving a card"}</TextLink>
    </>
  );
}

function Closed({ checkout: { status, doneUrl, cancelUrl } }: { checkout: SimulatedCheckout }) {
  const complete = status === "complete";
  return (
    <PageHeader
      title={complete ? "This is done" : "This page has expired"}
      description={
        <TextLink href={complete ? doneUrl : cancelUrl}>{complete ? "Go on" : "Go back and begin again"}</TextLink>
      }
    />
  );
}
