import type { ReactNode } from "react";
import { Card, CardBody, CardHeader } from "@/components/ui/card";
import { SubmitButton } from "@/components/ui/submit-button";
import { Time } from "@/components/ui/time";
import type { SubscriptionState } from "@/lib/platform/payments/states";

type Props = { subscription: SubscriptionState; action: (form: FormData) => Promise<void> };

/** The subscription, and what can happen to it. */
export function ManageSubscription({ subscription: { status, periodEnd, endsAt }, action }: Props) {
  return (
    <Card as="section">
      <CardHeader
        title="Subscription"
        description={
          status === "past_due" ? (
            "The last renewal was not paid. Choose another card below to pay it."
          ) : (
            <>
              {endsAt ? "Ends " : "Renews "}
              <Time at={periodEnd} as="date" />
            </>
          )
        }
      />
      <CardBody className="flex flex-col gap-4">
        <Wish action={action} wish={endsAt ? "resume" : "cancel"}>
          {endsAt ? "Do not cancel" : "Cancel at the end of the period"}
        </Wish>
        <div className="flex flex-col gap-2 border-line border-t pt-4">
          <p className="text-muted text-sm">Only in the simulation:</p>
          <div className="flex flex-wrap gap-2">
            <Wish action={action} wish="renew" size="sm">
              Let the period end now
            </Wish>
            <Wish action={action} wish="dispute" size="sm">
              Dispute the last payment
            </Wish>
          </div>
        </div>
      </CardBody>
    </Card>
  );
}

type WishProps = { action: Props["action"]; wish: string; size?: "sm" | "md"; children: ReactNode };

const Wish = ({ action, wish, size = "md", children }: WishProps) => (
  <form action={action}>
    <SubmitButton variant="secondary" size={size} name="wish" value={wish}>
      {children}
    </SubmitButton>
  </form>
);
