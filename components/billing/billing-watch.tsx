"use client";

import { Live, RefreshOnChange } from "@/components/live/live";

const LIVE_MS = 3_000;

/** Draws the billing page again when a payment, a card or a creator has changed what it says. */
export function BillingWatch({ mark }: { mark: string }) {
  return (
    <Live route="/api/portal/billing" view={mark} initial={{ mark }} everyMs={LIVE_MS}>
      {({ data }) => <RefreshOnChange rendered={mark} now={data.mark} />}
    </Live>
  );
}
