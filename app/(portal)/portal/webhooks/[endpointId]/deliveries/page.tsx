import type { Metadata } from "next";
import { notFound } from "next/navigation";
import type { PageProps } from "@/app/(portal)/portal/page-props";
import { readPage } from "@/app/(portal)/portal/read-page";
import { replayAction } from "@/app/(portal)/portal/webhooks/actions";
import { requirePortalUser } from "@/app/session";
import { readDeliveryAddress } from "@/components/events/webhooks/delivery-address";
import { DeliveryFilters } from "@/components/events/webhooks/delivery-filters";
import { DeliveryList } from "@/components/events/webhooks/delivery-list";
import { EndpointHeader } from "@/components/events/webhooks/endpoint";
import { ReplayFailed } from "@/components/events/webhooks/replay-failed";
import { eventTypeGroups, findEndpoint, findReplay, listDeliveries } from "@/lib/domain/events";
import { DeliveryPageQuery } from "@/lib/domain/events/delivery-schemas";

export const metadata: Metadata = { title: "Deliveries to an endpoint" };

/** One endpoint's deliveries, with a replay of failed ones. */
export default async function EndpointDeliveriesPage({ params, searchParams }: PageProps<"endpointId">) {
  const ctx = await requirePortalUser("manage_integration");
  const { endpointId } = await params;
  const endpoint = await findEndpoint(ctx, { endpointId });
  if (!endpoint) notFound();
  const { endpoint: _, ...address } = readDeliveryAddress(await searchParams);
  const [list, replay] = await Promise.all([
    readPage(ctx, {
      address,
      schema: DeliveryPageQuery,
      list: (by, query) => listDeliveries(by, { ...query, endpoint: endpoint.id }),
    }),
    findReplay(ctx, { endpointId: endpoint.id }),
  ]);
  const path = `/portal/webhooks/${endpoint.id}/deliveries`;
  return (
    <>
      <EndpointHeader endpoint={endpoint} current="deliveries" />
      <DeliveryList
        list={list}
        path={path}
        endpointId={endpoint.id}
        hasEndpoint
        filters={
          <>
            <ReplayFailed
              endpointId={endpoint.id}
              isPaused={endpoint.status === "paused"}
              initial={{ replay }}
              start={replayAction.bind(null, endpoint.id)}
            />
            <DeliveryFilters path={path} address={address} groups={eventTypeGroups()} />
          </>
        }
      />
    </>
  );
}
