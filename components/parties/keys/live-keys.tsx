"use client";

import type { ReactNode } from "react";
import { Live } from "@/components/live/live";
import type { ActionResult } from "@/components/ui/form";
import type { PortalKey } from "@/lib/domain/parties/keys/schemas";

const LIVE_MS = 5_000;

/** What a page does to one key. */
export type ByKey = (keyId: string) => Promise<ActionResult>;

export type LiveKeysProps = {
  partnerId: string;
  initial: { keys: PortalKey[] };
  children: (keys: PortalKey[], refresh: () => void) => ReactNode;
};

/** The partner's keys, updated live. */
export function LiveKeys({ partnerId, initial, children }: LiveKeysProps) {
  return (
    <Live route="/api/portal/keys" view={partnerId} initial={initial} everyMs={LIVE_MS}>
      {({ data, refresh }) => children(data.keys, refresh)}
    </Live>
  );
}
