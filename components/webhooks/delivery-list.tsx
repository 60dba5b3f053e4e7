"use client";

import { Pause, Play } from "lucide-react";
import type { ReactNode } from "react";
import { useState } from "react";
import { Live } from "@/components/live/live";
import { Button, ButtonLink } from "@/components/ui/button";
import { Callout } from "@/components/ui/callout";
import { DataList } from "@/components/ui/data-list";
import { listHref } from "@/components/ui/list-address";
import { Pager } from "@/components/ui/pager";
import type { DeliveryPage } from "@/lib/domain/webhooks/delivery-schemas";
import { type DeliveryAddress, deliveryQuery } from "./delivery-address";
import { deliveryColumns } from "./delivery-columns";

const LIVE_MS = 3_000;

export type DeliveryListProps = {
  /** What the address asked for, and the page of the list that it got. */
  address: DeliveryAddress;
  initial: DeliveryPage;
  /** The list without filters. */
  path: string;
  ofOneEndpoint: boolean;
  empty: ReactNode;
};

/** Deliveries, newest first, live at the newest end. */
export function DeliveryList({ address, initial, path, ofOneEndpoint, empty }: DeliveryListProps) {
  const [live, setLive] = useState(true);
  const at = (cursor: string | null) =>
    listHref(path, { ...address, endpoint: ofOneEndpoint ? null : address.endpoint, cursor });
  return (
    <div className="flex flex-col gap-4">
      <div className="flex">
        {address.cursor ? (
          <ButtonLink size="sm" href={at(null)}>
            Back to the newest
          </ButtonLink>
        ) : (
          <Button
            size="sm"
            variant="ghost"
            aria-pressed={live}
            icon={live ? <Pause aria-hidden /> : <Play aria-hidden />}
            onClick={() => setLive(!live)}
          >
            {live ? "Live: pause" : "Paused: go live"}
          </Button>
        )}
      </div>
      <Live
        route="/api/portal/deliveries"
        view={JSON.stringify(address)}
        query={() => deliveryQuery(address, Date.now())}
        initial={initial}
        everyMs={live && !address.cursor ? LIVE_MS : null}
      >
        {({ data, error }) => (
          <>
            {error ? (
              <Callout tone="harm" title="The deliveries could not be read">
                {error.message} It is tried again by itself.
              </Callout>
            ) : null}
            <DataList
              caption="Deliveries, newest first"
              rows={data.deliveries}
              rowKey={({ id }) => id}
              columns={deliveryColumns(ofOneEndpoint)}
              rowHref={({ id }) => `/portal/webhooks/deliveries/${id}`}
              empty={empty}
            />
            <Pager newer={data.newer && at(data.newer)} older={data.older && at(data.older)} />
          </>
        )}
      </Live>
    </div>
  );
}
