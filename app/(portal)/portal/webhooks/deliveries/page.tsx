import type { Metadata } from "next";
import type { PageProps } from "@/app/(portal)/portal/pages";
import { requirePortalUser } from "@/app/session";
import { DeliveryFilters } from "@/components/events/webhooks/delivery-filters";
import { DeliveryList } from "@/components/events/webhooks/delivery-list";
import { WebhookTabs } from "@/components/events/webhooks/endpoint";
import { PageHeader } from "@/components/ui/page-header";
import { deliveryList, eventTypeGroups, listReceivers } from "@/lib/domain/events";

const PATH = "/portal/webhooks/deliveries";

export const metadata: Metadata = { title: "Deliveries" };

/** All deliveries of the last 90 days. */
export default async function DeliveriesPage({ searchParams }: PageProps) {
  const ctx = await requirePortalUser("manage_integration");
  const [list, receivers] = await Promise.all([deliveryList.open(ctx, await searchParams), listReceivers(ctx)]);
  return (
    <>
      <PageHeader title="Webhooks" description="Deliveries of the last 90 days, with every attempt and response." />
      <WebhookTabs current="deliveries" />
      <DeliveryList
        list={list}
        path={PATH}
        endpointId={null}
        hasEndpoint={receivers.length > 0}
        filters={<DeliveryFilters path={PATH} list={list} groups={eventTypeGroups()} receivers={receivers} />}
      />
    </>
  );
}
