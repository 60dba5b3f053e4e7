"use client";

import { Button } from "@/components/ui/button";
import { Callout } from "@/components/ui/callout";
import { ConfirmAction } from "@/components/ui/confirm-action";
import type { ActionResult } from "@/components/ui/form";
import { Time } from "@/components/ui/time";

/** Says that two secrets sign, and until when; ends the older one. */
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
          <p>
            From the next attempt on, only the new secret signs. A receiver that still has the old one refuses each
            event until it is changed.
          </p>
        </ConfirmAction>
      }
    >
      The old one ends <Time at={ends} /> (<Time at={ends} as="datetime" />
      ). Give your receivers the new secret until then; each event carries a signature of both.
    </Callout>
  );
}
