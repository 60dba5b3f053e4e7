"use client";

import { Button } from "@/components/ui/button";
import { Callout } from "@/components/ui/callout";
import { ConfirmAction } from "@/components/ui/confirm-action";
import { Field, Textarea } from "@/components/ui/field";
import type { ActionResult } from "@/components/ui/form";
import type { ProductionRecord } from "@/lib/domain/productions/custody";
import { RecordLink, ReservedBadge } from "./record-link";

type SealHoldProps = Pick<ProductionRecord, "id" | "holds"> & { release: (form: FormData) => Promise<ActionResult> };

/** Why the producer can't seal a production, and the release of its own hold. */
export function SealHold({ id, holds, release }: SealHoldProps) {
  if (holds.length === 0) return null;
  const others = holds.filter((hold) => hold.id !== id);
  const isOwn = others.length < holds.length;
  return (
    <Callout
      tone="harm"
      title="The producer can’t seal these records"
      actions={isOwn ? <Release release={release} /> : undefined}
    >
      {isOwn ? (
        <p>
          We couldn’t prove that everyone was 18, or the first day is earlier than this producer sealed before. The
          producer doesn’t know why.
        </p>
      ) : null}
      {others.length > 0 ? (
        <>
          <p>Another production with one of these performers failed to seal. Release it there:</p>
          <ul className="mt-2 flex flex-col gap-1">
            {others.map((other) => (
              <li key={other.id}>
                {other.title === null ? (
                  <ReservedBadge />
                ) : (
                  <RecordLink href={`/custodian/productions/${other.id}`} className="wrap-anywhere">
                    {other.title}
                  </RecordLink>
                )}
              </li>
            ))}
          </ul>
        </>
      ) : null}
    </Callout>
  );
}

const Release = ({ release }: Pick<SealHoldProps, "release">) => (
  <ConfirmAction
    trigger={<Button size="sm">Release the seal</Button>}
    title="Let the producer seal again?"
    confirmLabel="Release the seal"
    tone="neutral"
    success="The producer can seal these records again."
    action={release}
  >
    <p>Check every performer’s age first. We compare the dates again at the next seal.</p>
    <Field name="reason" label="Reason" hint="What you found out. Kept in the ledger, for custodians only.">
      <Textarea rows={3} maxLength={500} required minLength={3} />
    </Field>
  </ConfirmAction>
);
