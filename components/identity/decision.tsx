"use client";

import { useRouter } from "next/navigation";
import { useRef } from "react";
import { Button } from "@/components/ui/button";
import { Card, CardBody } from "@/components/ui/card";
import { ConfirmAction } from "@/components/ui/confirm-action";
import { Field, Select, Textarea } from "@/components/ui/field";
import type { ActionResult } from "@/components/ui/form";
import { useHotkey } from "@/components/ui/hotkeys";
import { ButtonLink } from "@/components/ui/link";
import { CUSTODIAN_REASONS, rejectionWordings } from "@/lib/domain/identity/rejection-reasons";

type DecisionProps = {
  decidable: boolean;
  /** The photos are open. */
  seen: boolean;
  name: string;
  /** Both lead away when they succeed. */
  approve: () => Promise<ActionResult>;
  reject: (form: FormData) => Promise<ActionResult>;
  previous: string | null;
  next: string | null;
  /** How many others wait. */
  waiting: number;
};

const addressOf = (id: string) => `/custodian/identities/${id}`;

/** Approve or reject; the action leads on to the next one. */
export function Decision({ decidable, seen, name, approve, reject, previous, next, waiting }: DecisionProps) {
  const router = useRouter();
  const approveButton = useRef<HTMLDivElement>(null);
  const rejectButton = useRef<HTMLDivElement>(null);
  const press = (within: HTMLDivElement | null) => within?.querySelector("button")?.click();
  useHotkey("a", () => press(approveButton.current));
  useHotkey("r", () => press(rejectButton.current));
  useHotkey("j", () => next && router.push(addressOf(next)));
  useHotkey("k", () => previous && router.push(addressOf(previous)));
  return (
    <Card as="section" aria-label="Decision">
      <CardBody className="flex flex-col gap-4 pt-4 md:pt-6">
        {decidable ? (
          <div className="flex flex-col gap-3">
            {seen ? null : <p className="text-muted">Open the photos to decide.</p>}
            <div ref={approveButton} className="flex flex-col">
              <ConfirmAction
                trigger={
                  <Button variant="primary" size="lg" disabled={!seen}>
                    Approve
                  </Button>
                }
                title={`Approve ${name}?`}
                confirmLabel="Approve"
                tone="neutral"
                action={approve}
                success={`${name} approved`}
              >
                <p>
                  The face, the name, the date of birth and the document number are the same on the photos as in what
                  they entered, and the document is genuine and valid.
                </p>
                <p className="text-muted">
                  The identity goes on record for at least seven years, the platform gets its event, and the creator a
                  mail. This cannot be taken back.
                </p>
              </ConfirmAction>
            </div>
            <div ref={rejectButton} className="flex flex-col">
              <ConfirmAction
                trigger={
                  <Button size="lg" disabled={!seen}>
                    Reject
                  </Button>
                }
                title={`Reject the check of ${name}`}
                confirmLabel="Reject"
                action={reject}
                success={`${name} rejected`}
              >
                <Field name="reason" label="Why" hint="The creator reads it in plain words, with what to do about it.">
                  <Select
                    required
                    placeholder="Choose a reason"
                    options={CUSTODIAN_REASONS.map((value) => ({ value, label: rejectionWordings[value].label }))}
                  />
                </Field>
                <Field
                  name="note"
                  label="Note to the creator"
                  optional
                  hint="Sent as you write it. No internal remarks."
                >
                  <Textarea rows={2} maxLength={500} />
                </Field>
                <p className="text-muted">
                  The creator gets the reason by mail and may try again. The platform learns nothing.
                </p>
              </ConfirmAction>
            </div>
          </div>
        ) : null}
        <div className="flex flex-wrap items-center justify-between gap-2">
          <span className="text-muted">{waiting === 0 ? "No other check waits" : `${waiting} more waiting`}</span>
          <span className="flex gap-2">
            {previous ? (
              <ButtonLink size="sm" href={addressOf(previous)}>
                Previous
              </ButtonLink>
            ) : null}
            {next ? (
              <ButtonLink size="sm" href={addressOf(next)}>
                Next
              </ButtonLink>
            ) : null}
          </span>
        </div>
      </CardBody>
    </Card>
  );
}
