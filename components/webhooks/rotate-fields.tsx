"use client";

import { Field, Select } from "@/components/ui/field";
import { Time } from "@/components/ui/time";

const OVERLAPS = [
  { value: "0", label: "None: the old secret ends at once" },
  { value: "1", label: "1 hour" },
  { value: "6", label: "6 hours" },
  { value: "24", label: "24 hours" },
  { value: "72", label: "3 days" },
  { value: "168", label: "7 days" },
];
const USUAL = "24";

/** What a rotation will do, and for how long the old secret goes on beside the new one. */
export function RotateFields({ overlapEnds }: { overlapEnds: Date | null }) {
  return (
    <>
      <p>
        A new secret is made and signs from the next attempt on. The one in use now goes on signing beside it for the
        overlap, so that you can change your receivers without losing an event.
      </p>
      {overlapEnds ? (
        <p className="font-medium">
          An overlap is under way until <Time at={overlapEnds} as="datetime" />. End it first, or choose none: then both
          of the old secrets end at once.
        </p>
      ) : null}
      <Field
        name="overlapHours"
        label="The old secret ends after"
        hint="With none, receivers that have the old secret refuse events until they are changed."
      >
        <Select options={OVERLAPS} defaultValue={USUAL} />
      </Field>
    </>
  );
}
