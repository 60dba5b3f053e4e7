import type { Metadata } from "next";
import type { PageProps } from "@/app/(portal)/portal/page-props";
import { readPage } from "@/app/(portal)/portal/read-page";
import { requirePortalUser } from "@/app/session";
import { readDeliveryAddress } from "@/components/events/webhooks/delivery-address";
import { DeliveryFilters } from "@/components/events/webhooks/delivery-filters";
import { DeliveryList } from "@/components/events/webhooks/delivery-list";
import { WebhookTabs } from "@/components/events/webhooks/endpoint";
import { PageHeader } from "@/components/ui/page-header";
import { eventTypeGroups, listDeliveries, listReceivers } from "@/lib/domain/events";
import { DeliveryPageQuery } from "@/lib/domain/events/delivery-schemas";

const PATH = "/portal/webhooks/deliveries";

export const metadata: Metadata = { title: "Deliveries" };

/** All deliveries of the last 90 days. */
export default async function DeliveriesPage({ searchParams }: PageProps) {
  const ctx = await requirePortalUser("manage_integration");
  const address = readDeliveryAddress(await searchParams);
  const [list, receivers] = await Promise.all([
    readPage(ctx, { address, schema: DeliveryPageQuery, list: listDeliveries }),
    listReceivers(ctx),
  ]);
  return (
    <>
      <PageHeader title="Webhooks" description="Deliveries of the last 90 days, with every attempt and response." />
      <WebhookTabs current="deliveries" />
      <DeliveryList
        list={list}
        path={PATH}
        endpointId={null}
        hasEndpoint={receivers.length > 0}
        filters={<DeliveryFilters path={PATH} address={address} groups={eventTypeGroups()} receivers={receivers} />}
      />
    </>
  );
}
