import { StatusBadge } from "@/components/ui/badge";
import { Heading } from "./heading";
import { OnLink } from "./on-link";

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
