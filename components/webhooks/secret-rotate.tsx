"use client";

import { Button } from "@/components/ui/button";
import { ConfirmAction } from "@/components/ui/confirm-action";
import type { ActionResult } from "@/components/ui/form";
import { RotateFields } from "./rotate-fields";

type SecretRotateProps = { overlapEnds: Date | null; rotate: (formData: FormData) => Promise<ActionResult> };

/** Replaces a secret, after saying what becomes of the ones that sign now. */
export function SecretRotate({ overlapEnds, rotate }: SecretRotateProps) {
  return (
    <ConfirmAction
      trigger={<Button>Rotate</Button>}
      title="Rotate the signing secret?"
      confirmLabel="Rotate the secret"
      tone="neutral"
      action={rotate}
      success="The new secret signs from now on"
    >
      {/* Not loaded later: whoever confirms at once has to send what the dialog says. */}
      <RotateFields overlapEnds={overlapEnds} />
    </ConfirmAction>
  );
}
