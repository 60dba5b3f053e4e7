import type { Metadata } from "next";
import type { PageProps } from "@/app/(portal)/portal/page-props";
import { readPage } from "@/app/(portal)/portal/read-page";
import { requirePortalUser } from "@/app/session";
import { DeliveryView } from "@/components/events/webhooks/deliveries";
import { readDeliveryAddress } from "@/components/events/webhooks/delivery-address";
import { WebhookTabs } from "@/components/events/webhooks/endpoint";
import { PageHeader } from "@/components/ui/page-header";
import { eventTypeGroups, listDeliveries, listReceivers } from "@/lib/domain/events";
import { DeliveryPageQuery } from "@/lib/domain/events/delivery-schemas";

export const metadata: Metadata = { title: "Deliveries" };

/** All deliveries of the last 90 days. */
export default async function DeliveriesPage({ searchParams }: PageProps) {
  const ctx = await requirePortalUser("manage_integration");
  const address = readDeliveryAddress(await searchParams);
  const [page, receivers] = await Promise.all([
    readPage(ctx, { address, schema: DeliveryPageQuery, list: listDeliveries }),
    listReceivers(ctx),
  ]);
  return (
    <>
      <PageHeader title="Webhooks" description="Deliveries of the last 90 days, with every attempt and response." />
      <WebhookTabs current="deliveries" />
      <DeliveryView
        address={address}
        page={page}
        path="/portal/webhooks/deliveries"
        groups={eventTypeGroups()}
        receivers={receivers}
      />
    </>
  );
}
