import type { Metadata } from "next";
import { notFound } from "next/navigation";
import type { PageProps } from "@/app/(portal)/portal/pages";
import { replayAction } from "@/app/(portal)/portal/webhooks/actions";
import { requirePortalUser } from "@/app/session";
import { DeliveryFilters } from "@/components/events/webhooks/delivery-filters";
import { DeliveryList } from "@/components/events/webhooks/delivery-list";
import { EndpointHeader } from "@/components/events/webhooks/endpoint";
import { ReplayFailed } from "@/components/events/webhooks/replay-failed";
import { deliveryList, eventTypeGroups, findEndpoint, findReplay } from "@/lib/domain/events";

export const metadata: Metadata = { title: "Deliveries to an endpoint" };

/** One endpoint's deliveries, with a replay of failed ones. */
export default async function EndpointDeliveriesPage({ params, searchParams }: PageProps<"endpointId">) {
  const ctx = await requirePortalUser("manage_integration");
  const { endpointId } = await params;
  const endpoint = await findEndpoint(ctx, { endpointId });
  if (!endpoint) notFound();
  const [{ address, ...page }, replay] = await Promise.all([
    deliveryList.open(ctx, { ...(await searchParams), endpoint: endpoint.id }),
    findReplay(ctx, { endpointId: endpoint.id }),
  ]);
  const list = { ...page, address: { ...address, endpoint: undefined } };
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
            <DeliveryFilters path={path} list={list} groups={eventTypeGroups()} />
          </>
        }
      />
    </>
  );
}
