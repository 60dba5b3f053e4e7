"use client";

import { Live, RefreshOnChange } from "@/components/live/live";

const LIVE_MS = 3_000;

/** Refreshes the billing page when a payment, a card or a creator changes. */
export function BillingWatch({ mark }: { mark: string }) {
  return (
    <Live route="/api/portal/billing" view={mark} initial={{ mark }} everyMs={LIVE_MS}>
      {({ data }) => <RefreshOnChange rendered={mark} now={data.mark} />}
    </Live>
  );
}
