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
  /** What the person is to the platform. */
  role: "creator" | "performer";
  /** The names they signed with that aren't on the ID. */
  signatures: readonly string[];
  /** Both redirect when they succeed. */
  approve: () => Promise<ActionResult>;
  reject: (form: FormData) => Promise<ActionResult>;
  previous: string | null;
  next: string | null;
  /** The number of other waiting checks. */
  waiting: number;
};

const addressOf = (id: string) => `/custodian/identities/${id}`;

/** Approves or rejects a check. Both actions redirect to the next one. */
export function Decision(props: DecisionProps) {
  const { decidable, seen, name, role, signatures, approve, reject, previous, next, waiting } = props;
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
                enterConfirms
                action={approve}
                success={`${name} approved`}
              >
                <p>
                  The document is genuine and valid. Its face, name, date of birth and number match the photos and
                  details.
                </p>
                {signatures.length > 0 ? (
                  <p>
                    They signed as {signatures.map((other) => `“${other}”`).join(", ")}. Those signatures will count.
                  </p>
                ) : null}
                <p className="text-muted">
                  We record the identity for at least seven years, notify the platform, and email the {role}. You can’t
                  undo this.
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
                title={`Reject ${name}?`}
                confirmLabel="Reject"
                action={reject}
                success={`${name} rejected`}
              >
                <Field name="reason" label="Reason" hint={`The ${role} gets an explanation and what to do next.`}>
                  <Select
                    required
                    placeholder="Choose a reason"
                    options={CUSTODIAN_REASONS.map((value) => ({ value, label: rejectionWordings[value].label }))}
                  />
                </Field>
                <Field name="note" label={`Note to the ${role}`} optional hint={`The ${role} reads it word for word.`}>
                  <Textarea rows={2} maxLength={500} />
                </Field>
                <p className="text-muted">
                  We email the reason to the {role}, who may try again. We don’t tell the platform.
                </p>
              </ConfirmAction>
            </div>
          </div>
        ) : null}
        <div className="flex flex-wrap items-center justify-between gap-2">
          <span className="text-muted">{waiting === 0 ? "No other checks waiting" : `${waiting} more waiting`}</span>
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
