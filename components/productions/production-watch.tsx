"use client";

import { Live, RefreshOnChange } from "@/components/live/live";

const LIVE_MS = 2_000;

type ProductionWatchProps = { productionId: string; mark: string };

/** Refreshes a production's page when a performer signs, or when the producer changes, seals or renews it. */
export function ProductionWatch({ productionId, mark }: ProductionWatchProps) {
  return (
    <Live
      route="/api/portal/productions/mark"
      view={`${productionId} ${mark}`}
      query={() => new URLSearchParams({ production: productionId })}
      initial={{ mark }}
      everyMs={LIVE_MS}
    >
      {({ data }) => <RefreshOnChange rendered={mark} now={data.mark} />}
    </Live>
  );
}
