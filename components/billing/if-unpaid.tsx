import { Card, CardBody, CardHeader } from "@/components/ui/card";

/** What happens with an invoice that is not paid, in its order. */
export function IfUnpaid({ graceDays }: { graceDays: number }) {
  return (
    <Card as="section" aria-labelledby="if-unpaid">
      <CardHeader id="if-unpaid" title="When an invoice is not paid" />
      <CardBody>
        <ol className="flex max-w-prose list-decimal flex-col gap-2 pl-5 text-sm">
          <li>Owners and admins get a mail, and we try the card again over the next days. Nothing else changes.</li>
          <li>
            {graceDays} days after the invoice was made, every creator whom you pay for becomes <code>suspended</code>{" "}
            with the reason <code>platform_lapsed</code>. Your webhooks are told of each. Records are kept.
          </li>
          <li>
            As soon as it is paid, they become active again by themselves, with one <code>solo_account.verified</code>{" "}
            each. Nobody has to show an ID again.
          </li>
        </ol>
      </CardBody>
    </Card>
  );
}
