"use client";

import { Button } from "@/components/ui/button";
import { RadioCards } from "@/components/ui/choices";
import { ConfirmAction } from "@/components/ui/confirm-action";
import { Field, Textarea } from "@/components/ui/field";
import type { ActionResult } from "@/components/ui/form";
import type { ViewedAccount } from "@/lib/domain/custody";

type Act = (form: FormData) => Promise<ActionResult>;
type HoldActionsProps = { account: ViewedAccount; hold: Act; release: Act };

const REASONS = [
  {
    value: "manual_suspension",
    label: "Suspended",
    description: "While something is looked into. The partner sees manual_suspension.",
  },
  {
    value: "platform_deactivated",
    label: "Deactivated",
    description: "The service ends custody. The partner sees platform_deactivated.",
  },
];

/** Holds an account for the service, or releases it, after saying what that does. */
export function HoldActions({ account, hold, release }: HoldActionsProps) {
  const { email, status, partner, holds } = account;
  const standing = holds.filter(({ liftedAt }) => liftedAt === null);
  const isHeld = standing.some(({ reason }) => reason === "manual_suspension" || reason === "platform_deactivated");
  if (isHeld) {
    return (
      <ConfirmAction
        trigger={<Button variant="primary">Release</Button>}
        title={`Release ${email}?`}
        confirmLabel="Release"
        tone="neutral"
        success="Released."
        action={release}
      >
        <p>{afterRelease(account, standing.length - 1)}</p>
        <Note />
      </ConfirmAction>
    );
  }
  return (
    <ConfirmAction
      trigger={<Button variant="danger">Hold</Button>}
      title={`Hold ${email}?`}
      confirmLabel="Hold"
      success="Held."
      action={hold}
    >
      <ul className="flex list-disc flex-col gap-2 pl-5">
        {status === "active" ? <li>They are active now, and may not upload any more at {partner.name}.</li> : null}
        {status === "suspended" ? (
          <li>They are suspended already; they stay so until both reasons are gone.</li>
        ) : (
          <li>
            {partner.name} is told by <code className="font-mono text-xs">solo_account.suspended</code>.
          </li>
        )}
        <li>Only the service can lift it. Records stay, accounts at other partners stay as they are.</li>
      </ul>
      <RadioCards name="reason" legend="Reason" options={REASONS} defaultValue="manual_suspension" />
      <Note />
    </ConfirmAction>
  );
}

function afterRelease({ status, verifiedAt, partner, isLeft }: ViewedAccount, others: number): string {
  if (isLeft) return "The account stays suspended: its person took the link back, and only they can give it again.";
  if (others > 0) {
    return `${others === 1 ? "Another hold stands" : `${others} other holds stand`}: the account stays suspended until that is gone too.`;
  }
  if (status === "suspended" && verifiedAt) {
    return `They are active again with the ID check from before, if whoever pays is paid up. ${partner.name} is told.`;
  }
  return "They go on with onboarding where they were.";
}

const Note = () => (
  <Field name="note" label="Note" optional hint="Stands in the ledger, for custodians only. No legal names.">
    <Textarea rows={2} maxLength={500} />
  </Field>
);
