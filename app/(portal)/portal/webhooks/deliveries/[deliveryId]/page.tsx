import type { Metadata } from "next";
import { notFound } from "next/navigation";
import type { PageProps } from "@/app/(portal)/portal/pages";
import { resendAction } from "@/app/(portal)/portal/webhooks/actions";
import { outcomeOf } from "@/app/forms";
import { requirePortalUser } from "@/app/session";
import { RehearsalBadge } from "@/components/events/rehearsal-badge";
import { DeliveryAttempts, DeliveryFacts, DeliveryPayload } from "@/components/events/webhooks/delivery";
import { DeliveryStatus } from "@/components/events/webhooks/delivery-columns";
import { DeliveryResend, DeliveryWatch } from "@/components/events/webhooks/delivery-live";
import { Pager } from "@/components/lists/pager";
import { PageHeader } from "@/components/ui/page-header";
import { getDelivery } from "@/lib/domain/events";

export const metadata: Metadata = { title: "Delivery" };

const REFUSED = {
  enabled: undefined,
  paused: "The endpoint is paused. Resume it first.",
  deleted: "The endpoint was deleted.",
};

/** One delivery: its event, its attempts, and a button to resend it. */
export default async function DeliveryPage({ params, searchParams }: PageProps<"deliveryId">) {
  const ctx = await requirePortalUser("manage_integration");
  const { deliveryId } = await params;
  const { cursor } = await searchParams;
  const place = typeof cursor === "string" ? cursor : undefined;
  const found = await outcomeOf(ctx, (by) => getDelivery(by, { deliveryId, cursor: place }));
  // Reading a delivery can only fail because it doesn't exist.
  if (!found.ok) notFound();
  const { delivery, body, attempts, newer, older } = found.value;
  const at = (to: string | null) => to && `/portal/webhooks/deliveries/${delivery.id}?cursor=${to}`;
  return (
    <>
      <PageHeader
        title={<span className="break-all font-mono text-base">{delivery.type}</span>}
        meta={
          <span className="inline-flex flex-wrap items-center gap-2">
            <DeliveryStatus {...delivery} />
            <RehearsalBadge shown={delivery.isRehearsal} />
          </span>
        }
        back={{ href: "/portal/webhooks/deliveries", label: "Deliveries" }}
        actions={
          <DeliveryResend resend={resendAction.bind(null, delivery.id)} refused={REFUSED[delivery.endpoint.status]} />
        }
      />
      <DeliveryWatch delivery={delivery} />
      <div className="flex flex-col gap-8">
        <DeliveryFacts delivery={delivery} />
        <DeliveryPayload body={body} />
        <DeliveryAttempts attempts={attempts} isFirstPage={!newer} status={delivery.status} />
        <Pager newer={at(newer)} older={at(older)} />
      </div>
    </>
  );
}
