import { StatusBadge } from "@/components/ui/badge";
import { Callout } from "@/components/ui/callout";
import { Heading, OnLink } from "./parts";

/** Beside an ID that is in review: the one step that is left. */
export function SubscribeLater({ href, price, partnerName }: { href: string; price: string; partnerName: string }) {
  return (
    <Callout
      tone="waiting"
      title="One step is left: your subscription"
      actions={<OnLink href={href}>Subscribe for {price} a month</OnLink>}
    >
      You can upload to {partnerName} once your ID is accepted and you subscribe, in whichever order.
    </Callout>
  );
}

/** Paid before the ID was sent. */
export function Subscribed({ onward }: { onward: string }) {
  return (
    <div className="flex flex-col gap-6">
      <div className="flex flex-col items-start gap-3">
        <StatusBadge tone="done">Subscribed</StatusBadge>
        <Heading title="Your subscription is paid">
          What is left is your ID: about three minutes, with a camera.
        </Heading>
      </div>
      <OnLink href={onward}>Continue with my ID</OnLink>
    </div>
  );
}

/** Back from the payment page, before the processor could say what became of it. */
export function PaymentPending({ lookAgain, payPage }: { lookAgain: string; payPage: string }) {
  return (
    <div className="flex flex-col gap-6">
      <div className="flex flex-col items-start gap-3">
        <StatusBadge tone="waiting">Payment under way</StatusBadge>
        <Heading title="Your bank has not answered yet">
          That can take a minute or two. You need not pay again, and you can close this page: we go on by ourselves as
          soon as we hear.
        </Heading>
      </div>
      <OnLink href={lookAgain}>Look again</OnLink>
      <p className="text-muted text-sm">
        You turned back before you confirmed?{" "}
        <a href={payPage} className="rounded-sm text-accent-text underline underline-offset-4">
          Return to the payment
        </a>
      </p>
    </div>
  );
}

/** To a browser that a code let in, beside what was entered in another: the subscription ended, and the room is the way back. */
export function LapsedElsewhere({ partnerName }: { partnerName: string }) {
  return (
    <div className="flex flex-col gap-6">
      <div className="flex flex-col items-start gap-3">
        <StatusBadge tone="waiting">On hold</StatusBadge>
        <Heading title="Your subscription has ended">
          Subscribe again in your own room, and you can upload to {partnerName} as before. You sign in there by a mail
          or a passkey. Your ID stays on record.
        </Heading>
      </div>
      <OnLink href="/creator">Go to my room</OnLink>
    </div>
  );
}
