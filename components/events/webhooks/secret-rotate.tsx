"use client";

import { Button } from "@/components/ui/button";
import { ConfirmAction } from "@/components/ui/confirm-action";
import { Field, Select } from "@/components/ui/field";
import type { ActionResult } from "@/components/ui/form";
import { Time } from "@/components/ui/time";

type SecretRotateProps = { overlapEnds: Date | null; rotate: (formData: FormData) => Promise<ActionResult> };

/** Rotates a secret. The dialog says what happens to the current ones. */
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
      {/* Not lazy: a quick confirmation must send these fields. */}
      <RotateFields overlapEnds={overlapEnds} />
    </ConfirmAction>
  );
}

const OVERLAPS = [
  { value: "0", label: "None: the old secret ends now" },
  { value: "1", label: "1 hour" },
  { value: "6", label: "6 hours" },
  { value: "24", label: "24 hours" },
  { value: "72", label: "3 days" },
  { value: "168", label: "7 days" },
];
const USUAL = "24";

/** Explains a rotation and asks for the length of the overlap. */
function RotateFields({ overlapEnds }: { overlapEnds: Date | null }) {
  return (
    <>
      <p>
        The new secret signs from the next attempt on. During the overlap, the old secret signs too, so you can update
        your receivers without losing events.
      </p>
      {overlapEnds ? (
        <p className="font-medium">
          An overlap is running until <Time at={overlapEnds} as="datetime" />. End it first, or choose none to end both
          old secrets now.
        </p>
      ) : null}
      <Field
        name="overlapHours"
        label="The old secret ends after"
        hint="With none, receivers reject events until they have the new secret."
      >
        <Select options={OVERLAPS} defaultValue={USUAL} />
      </Field>
    </>
  );
}
