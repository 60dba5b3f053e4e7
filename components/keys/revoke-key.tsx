"use client";

import { lazy, Suspense } from "react";
import { Button } from "@/components/ui/button";
import { Card, CardBody, CardHeader } from "@/components/ui/card";
import { ConfirmAction } from "@/components/ui/confirm-action";
import { Time } from "@/components/ui/time";
import type { PortalKey } from "@/lib/domain/keys/schemas";
import { KeyText } from "./key-status";
import type { ByKey } from "./live-keys";
import type { RotationStep } from "./rotation-step";

const LastCall = lazy(() => import("./last-call").then((loaded) => ({ default: loaded.LastCall })));

type RevokeKeyProps = {
  item: PortalKey;
  revoke: ByKey;
  onDone: () => void;
  label?: string;
};

/** Revokes a key, after saying who would notice. */
export function RevokeKey({ item, revoke, onDone, label = "Revoke" }: RevokeKeyProps) {
  return (
    <ConfirmAction
      trigger={
        <Button size="sm" aria-label={`${label} ${item.name}`}>
          {label}
        </Button>
      }
      title={`Revoke “${item.name}”?`}
      confirmLabel="Revoke the key"
      action={() => revoke(item.id)}
      onDone={onDone}
      success={`“${item.name}” is revoked`}
    >
      <p>
        <KeyText {...item} />
      </p>
      <Consequence item={item} />
    </ConfirmAction>
  );
}

function Consequence({ item }: { item: PortalKey }) {
  if (item.mode === "test") return <p>Test keys are refused anyway: nothing of yours can depend on it.</p>;
  return (
    <>
      <p>
        Calls with it will be refused with 401 at once, everywhere within a second. This cannot be undone; a lost key is
        replaced by a new one.
      </p>
      {item.lastUsedAt ? (
        <div className="flex flex-col gap-1">
          <p>
            It was last used <Time at={item.lastUsedAt} />.
          </p>
          <Suspense>
            <LastCall keyId={item.id} />
          </Suspense>
        </div>
      ) : (
        <p>It was never used.</p>
      )}
    </>
  );
}

type RevokeOldKeyProps = {
  old: PortalKey;
  successor: PortalKey;
  step: RotationStep;
  revoke: ByKey;
  plan: ByKey;
  cancel: ByKey;
  onDone: () => void;
};

/** The last step of a rotation: in 24 hours, or now. Possible at any time; what the keys show is said first. */
export function RevokeOldKey({ old, successor, step, revoke, plan, cancel, onDone }: RevokeOldKeyProps) {
  if (step === "done") return null;
  return (
    <Card as="section">
      <CardHeader title="Revoke the old key" description={<Forecast old={old} />} />
      <CardBody className="flex flex-wrap gap-3">
        {old.status === "ending" ? (
          <ConfirmAction
            trigger={<Button size="sm">Take the plan back</Button>}
            title="Keep the old key?"
            confirmLabel="Keep the old key"
            tone="neutral"
            action={() => cancel(old.id)}
            onDone={onDone}
            success="The old key stays active"
          >
            <p>Its planned revocation is taken back. Both keys go on working.</p>
          </ConfirmAction>
        ) : (
          <ConfirmAction
            trigger={
              <Button size="sm" variant={step === "revoke" ? "primary" : "secondary"}>
                Revoke in 24 hours
              </Button>
            }
            title="Revoke the old key in 24 hours?"
            confirmLabel="Plan the revocation"
            tone="neutral"
            action={() => plan(old.id)}
            onDone={onDone}
            success="The old key ends in 24 hours"
          >
            <p>
              Until then both keys work, and you can take the plan back. After that, calls with the old key get 401.
            </p>
            {successor.lastUsedAt ? null : <p>The new key was not used yet.</p>}
          </ConfirmAction>
        )}
        <RevokeKey item={old} revoke={revoke} onDone={onDone} label="Revoke now" />
      </CardBody>
    </Card>
  );
}

function Forecast({ old }: { old: PortalKey }) {
  if (old.revokeAt) {
    return (
      <>
        Calls with it are refused from <Time at={old.revokeAt} as="datetime" /> on.
      </>
    );
  }
  return <>At once, or with the usual day of overlap.</>;
}
