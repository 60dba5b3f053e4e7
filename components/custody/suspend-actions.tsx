"use client";

import { Button } from "@/components/ui/button";
import { RadioCards } from "@/components/ui/choices";
import { ConfirmAction } from "@/components/ui/confirm-action";
import { Field, Textarea } from "@/components/ui/field";
import type { ActionResult } from "@/components/ui/form";
import type { ViewedAccount } from "@/lib/domain/accounts/custody";

type Act = (form: FormData) => Promise<ActionResult>;
type SuspendActionsProps = { account: ViewedAccount; suspend: Act; lift: Act };

const REASONS = [
  {
    value: "manual_suspension",
    label: "Suspended",
    description: "While we investigate. The partner sees manual_suspension.",
  },
  {
    value: "platform_deactivated",
    label: "Deactivated",
    description: "We end custody. The partner sees platform_deactivated.",
  },
];

/** Suspends an account for the service, or lifts that suspension. The dialog says what changes. */
export function SuspendActions({ account, suspend, lift }: SuspendActionsProps) {
  const { email, status, partner, suspensions } = account;
  const active = suspensions.filter(({ liftedAt }) => liftedAt === null);
  const isOurs = active.some(({ reason }) => reason === "manual_suspension" || reason === "platform_deactivated");
  if (isOurs) {
    return (
      <ConfirmAction
        trigger={<Button variant="primary">Lift the suspension</Button>}
        title={`Lift the suspension of ${email}?`}
        confirmLabel="Lift the suspension"
        tone="neutral"
        success="The suspension is lifted."
        action={lift}
      >
        <p>{afterLifting(account, active.length - 1)}</p>
        <Note />
      </ConfirmAction>
    );
  }
  return (
    <ConfirmAction
      trigger={<Button variant="danger">Suspend</Button>}
      title={`Suspend ${email}?`}
      confirmLabel="Suspend"
      success="The account is suspended."
      action={suspend}
    >
      <ul className="flex list-disc flex-col gap-2 pl-5">
        {status === "active" ? <li>They can no longer upload at {partner.name}.</li> : null}
        {status === "suspended" ? (
          <li>They are already suspended, and stay suspended until both suspensions are lifted.</li>
        ) : (
          <li>
            We notify {partner.name} with <code className="font-mono text-xs">solo_account.suspended</code>.
          </li>
        )}
        <li>Only the service can lift it. Records and accounts at other partners don’t change.</li>
      </ul>
      <RadioCards name="reason" legend="Reason" options={REASONS} defaultValue="manual_suspension" />
      <Note />
    </ConfirmAction>
  );
}

function afterLifting({ status, verifiedAt, partner, isLeft }: ViewedAccount, others: number): string {
  if (isLeft)
    return "The account stays suspended: the creator unlinked this platform, and only they can approve it again.";
  if (others > 0) {
    return `The account stays suspended: ${others === 1 ? "another suspension applies" : `${others} other suspensions apply`}.`;
  }
  if (status === "suspended" && verifiedAt) {
    return `They become active again with their existing ID check if the fee is paid. We notify ${partner.name}.`;
  }
  return "They continue onboarding where they left off.";
}

const Note = () => (
  <Field name="note" label="Note" optional hint="Kept in the ledger, for custodians only. Don’t enter legal names.">
    <Textarea rows={2} maxLength={500} />
  </Field>
);
