"use client";

import { Button } from "@/components/ui/button";
import { Callout } from "@/components/ui/callout";
import { ConfirmAction } from "@/components/ui/confirm-action";
import type { ActionResult } from "@/components/ui/form";
import { Time } from "@/components/ui/time";

/** Says until when two secrets sign, and can end the overlap. */
export function SecretOverlap({ ends, endOverlap }: { ends: Date; endOverlap: () => Promise<ActionResult> }) {
  return (
    <Callout
      tone="waiting"
      title="Two secrets sign now"
      actions={
        <ConfirmAction
          trigger={<Button size="sm">End the overlap now</Button>}
          title="End the overlap now?"
          confirmLabel="End the overlap"
          action={endOverlap}
          success="Only the new secret signs now"
        >
          <p>Only the new secret signs from the next attempt on. Receivers with the old secret will reject events.</p>
        </ConfirmAction>
      }
    >
      The old secret ends <Time at={ends} /> (<Time at={ends} as="datetime" />
      ). Give your receivers the new one before then. Until then, each event carries both signatures.
    </Callout>
  );
}
