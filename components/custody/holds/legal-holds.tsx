"use client";

import { Button } from "@/components/ui/button";
import { SectionCard } from "@/components/ui/card";
import { ConfirmAction } from "@/components/ui/confirm-action";
import { Field, Textarea } from "@/components/ui/field";
import type { ActionResult } from "@/components/ui/form";
import { shortTitle } from "@/components/ui/format";
import { Time } from "@/components/ui/time";
import type { LegalHold } from "@/lib/domain/custody/legal-holds";

type LegalHoldsProps = {
  holds: readonly LegalHold[];
  title: string;
  place: (form: FormData) => Promise<ActionResult>;
  lift: (holdId: string, form: FormData) => Promise<ActionResult>;
  /** Whether the record is a scene. */
  scene?: boolean;
};

/** A record's legal holds, with buttons to place and lift them. */
export function LegalHolds({ holds, title, place, lift, scene = false }: LegalHoldsProps) {
  const active = holds.filter(({ lifted }) => lifted === null).length;
  return (
    <SectionCard
      id="holds"
      title={active > 0 ? `Legal holds: ${active} active` : "No legal holds"}
      body="flex flex-col items-start gap-4"
    >
      {holds.length > 0 ? (
        <ul className="flex w-full flex-col">
          {holds.map((hold) => (
            <li key={hold.id} className="flex flex-col items-start gap-2 border-line border-b py-3 last:border-b-0">
              <p className="wrap-anywhere">{hold.reason}</p>
              <p className="text-muted text-xs">
                Placed <Time at={hold.placedAt} /> by {hold.placedBy}
              </p>
              {hold.lifted ? (
                <p className="wrap-anywhere text-muted text-xs">
                  Lifted <Time at={hold.lifted.at} /> by {hold.lifted.by}: {hold.lifted.reason}
                </p>
              ) : (
                <Lift hold={hold} others={active - 1} lift={lift} />
              )}
            </li>
          ))}
        </ul>
      ) : null}
      <ConfirmAction
        trigger={<Button>Place a legal hold</Button>}
        title={`Place a legal hold on “${shortTitle(title)}”?`}
        confirmLabel="Place the hold"
        tone="neutral"
        success="The hold is placed."
        action={place}
      >
        <ul className="flex list-disc flex-col gap-2 pl-5">
          {scene ? (
            <>
              <li>We keep the scene, its releases and its index entries until the hold is lifted.</li>
              <li>Its publications can still be removed. We don’t tell any partner about the hold.</li>
            </>
          ) : (
            <>
              <li>We keep the record, its copy and its index entries until the hold is lifted.</li>
              <li>The record can still be taken down. We don’t tell the partner about the hold.</li>
            </>
          )}
        </ul>
        <HoldReasonField hint="The matter, and who requested the hold. Kept in the ledger, for custodians only." />
      </ConfirmAction>
    </SectionCard>
  );
}

type LiftProps = Pick<LegalHoldsProps, "lift"> & { hold: LegalHold; others: number };

const Lift = ({ hold, others, lift }: LiftProps) => (
  <ConfirmAction
    trigger={<Button size="sm">Lift</Button>}
    title="Lift this legal hold?"
    confirmLabel="Lift the hold"
    success="The hold is lifted."
    action={lift.bind(null, hold.id)}
  >
    <p className="wrap-anywhere">
      “{hold.reason}”, placed by {hold.placedBy}.
    </p>
    <p>
      {others > 0
        ? others === 1
          ? "Another hold is active. We keep the record until it is lifted too."
          : `${others} other holds are active. We keep the record until they are lifted too.`
        : "No other holds. If its seven years are over, the record is erased tonight."}
    </p>
    <HoldReasonField hint="Who approved lifting the hold, and when. Kept in the ledger." />
  </ConfirmAction>
);

/** Why a hold is placed or lifted. */
const HoldReasonField = ({ hint }: { hint: string }) => (
  <Field name="reason" label="Reason" hint={hint}>
    <Textarea rows={3} maxLength={500} required minLength={3} />
  </Field>
);
