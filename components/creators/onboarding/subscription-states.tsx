import { StatusHeading, StepLink } from "@/components/acts/parts";
import { Callout } from "@/components/ui/callout";

/** Shown beside an ID in review: the subscription is left. */
export function SubscribeLater({ href, price, partnerName }: { href: string; price: string; partnerName: string }) {
  return (
    <Callout
      tone="waiting"
      title="One step is left: your subscription"
      actions={<StepLink href={href}>Subscribe for {price} a month</StepLink>}
    >
      You can upload to {partnerName} once your ID is verified and you subscribe, in either order.
    </Callout>
  );
}

/** The person paid before sending the ID. */
export function Subscribed({ nextUrl }: { nextUrl: string }) {
  return (
    <div className="flex flex-col gap-6">
      <StatusHeading tone="done" status="Subscribed" title="Your subscription is paid">
        Next, verify your ID. You need a camera and about three minutes.
      </StatusHeading>
      <StepLink href={nextUrl}>Verify my ID</StepLink>
    </div>
  );
}

/** The person is back from the payment page, but the processor has no result yet. */
export function PaymentPending({ reloadUrl, payPage }: { reloadUrl: string; payPage: string }) {
  return (
    <div className="flex flex-col gap-6">
      <StatusHeading tone="waiting" status="Payment processing" title="Your bank hasn’t answered yet">
        This can take a minute or two. You don’t need to pay again, and you can close this page.
      </StatusHeading>
      <StepLink href={reloadUrl}>Check again</StepLink>
      <p className="text-muted text-sm">
        Didn’t confirm the payment?{" "}
        <a href={payPage} className="rounded-sm text-accent-text underline underline-offset-4">
          Return to the payment
        </a>
      </p>
    </div>
  );
}

/** The subscription ended. The visit was proven by a code, so the person subscribes again from their account. */
export function LapsedElsewhere({ partnerName }: { partnerName: string }) {
  return (
    <div className="flex flex-col gap-6">
      <StatusHeading tone="waiting" status="Suspended" title="Your subscription has ended">
        Subscribe again in your account to upload to {partnerName}. Sign in by email or passkey. Your ID stays on
        record.
      </StatusHeading>
      <StepLink href="/creator">Open your account</StepLink>
    </div>
  );
}
