import type { Metadata } from "next";
import { notFound } from "next/navigation";
import type { PageProps } from "@/app/(portal)/portal/page-props";
import { readPage } from "@/app/(portal)/portal/read-page";
import { replayAction } from "@/app/(portal)/portal/webhooks/actions";
import { requirePortalUser } from "@/app/session";
import { DeliveryView } from "@/components/events/webhooks/deliveries";
import { readDeliveryAddress } from "@/components/events/webhooks/delivery-address";
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
  const address = readDeliveryAddress(await searchParams, endpoint.id);
  const [page, replay] = await Promise.all([
    readPage(ctx, { address, schema: DeliveryPageQuery, list: listDeliveries }),
    findReplay(ctx, { endpointId: endpoint.id }),
  ]);
  return (
    <>
      <EndpointHeader endpoint={endpoint} current="deliveries" />
      <DeliveryView
        address={address}
        page={page}
        path={`/portal/webhooks/${endpoint.id}/deliveries`}
        groups={eventTypeGroups()}
      >
        <ReplayFailed
          endpointId={endpoint.id}
          isPaused={endpoint.status === "paused"}
          initial={{ replay }}
          start={replayAction.bind(null, endpoint.id)}
        />
      </DeliveryView>
    </>
  );
}
