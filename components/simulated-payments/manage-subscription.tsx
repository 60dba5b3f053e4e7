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
      <CardBody>
        <form action={action} className="flex flex-col gap-4">
          <div>
            <SubmitButton variant="secondary" name="wish" value={endsAt ? "resume" : "cancel"}>
              {endsAt ? "Do not cancel" : "Cancel at the end of the period"}
            </SubmitButton>
          </div>
          <div className="flex flex-col gap-2 border-line border-t pt-4">
            <p className="text-muted text-sm">Only in the simulation:</p>
            <div className="flex flex-wrap gap-2">
              <SubmitButton variant="secondary" size="sm" name="wish" value="renew">
                Let the period end now
              </SubmitButton>
              <SubmitButton variant="secondary" size="sm" name="wish" value="dispute">
                Dispute the last payment
              </SubmitButton>
            </div>
          </div>
        </form>
      </CardBody>
    </Card>
  );
}
