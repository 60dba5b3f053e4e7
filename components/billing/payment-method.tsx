import { CreditCard } from "lucide-react";
import { Card, CardBody, CardHeader } from "@/components/ui/card";
import { SubmitButton } from "@/components/ui/form";
import { savedCardText } from "@/components/ui/format";
import type { PlatformFee } from "@/lib/domain/billing";

/** The card that invoices are paid with, and the way to another. */
export function PaymentMethod({ card, addCard }: Pick<PlatformFee, "card"> & { addCard: () => Promise<void> }) {
  return (
    <Card as="section" aria-labelledby="payment-method">
      <CardHeader
        id="payment-method"
        title="Payment method"
        description="Invoices are paid with this card by themselves. It is kept by the payment processor, not by us."
      />
      <CardBody className="flex flex-wrap items-center justify-between gap-4">
        <p className="flex items-center gap-3 text-sm">
          <CreditCard aria-hidden className="size-5 shrink-0 text-muted" />
          {card ? (
            <span>
              <span className="font-medium">{savedCardText(card)}</span>{" "}
              <span className="whitespace-nowrap text-muted">
                expires {String(card.expiryMonth).padStart(2, "0")}/{card.expiryYear}
              </span>
            </span>
          ) : (
            <span>No card is saved yet.</span>
          )}
        </p>
        <form action={addCard}>
          <SubmitButton variant={card ? "secondary" : "primary"} size="sm">
            {card ? "Replace the card" : "Add a card"}
          </SubmitButton>
        </form>
      </CardBody>
    </Card>
  );
}
