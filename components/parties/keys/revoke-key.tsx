"use client";

import { lazy, Suspense } from "react";
import { Button } from "@/components/ui/button";
import { ConfirmAction } from "@/components/ui/confirm-action";
import { RowButton } from "@/components/ui/row-button";
import { TitledCard } from "@/components/ui/section";
import { Time } from "@/components/ui/time";
import type { PortalKey } from "@/lib/domain/parties/keys/schemas";
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

/** Revokes a key, after showing its last use. */
export function RevokeKey({ item, revoke, onDone, label = "Revoke" }: RevokeKeyProps) {
  return (
    <ConfirmAction
      trigger={<RowButton verb={label} about={item.name} does={`revoke-${item.id}`} />}
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
  if (item.mode === "test") return <p>Calls with test keys are always refused, so nothing depends on it.</p>;
  return (
    <>
      <p>Calls with it get 401 within a second. You can’t undo this.</p>
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

/** The last step of a rotation: revoke the old key in 24 hours, or now. */
export function RevokeOldKey({ old, successor, step, revoke, plan, cancel, onDone }: RevokeOldKeyProps) {
  if (step === "done") return null;
  return (
    <TitledCard title="Revoke the old key" description={<Forecast old={old} />} body="flex flex-wrap gap-3">
      {old.status === "ending" ? (
        <ConfirmAction
          trigger={<Button size="sm">Cancel revocation</Button>}
          title="Keep the old key?"
          confirmLabel="Keep the old key"
          tone="neutral"
          action={() => cancel(old.id)}
          onDone={onDone}
          success="The old key stays active"
        >
          <p>This cancels the scheduled revocation. Both keys keep working.</p>
        </ConfirmAction>
      ) : (
        <ConfirmAction
          trigger={
            <Button size="sm" variant={step === "revoke" ? "primary" : "secondary"}>
              Revoke in 24 hours
            </Button>
          }
          title="Revoke the old key in 24 hours?"
          confirmLabel="Schedule revocation"
          tone="neutral"
          action={() => plan(old.id)}
          onDone={onDone}
          success="The old key ends in 24 hours"
        >
          <p>Until then both keys work, and you can cancel. After that, calls with the old key get 401.</p>
          {successor.lastUsedAt ? null : <p>The new key is not in use yet.</p>}
        </ConfirmAction>
      )}
      <RevokeKey item={old} revoke={revoke} onDone={onDone} label="Revoke now" />
    </TitledCard>
  );
}

function Forecast({ old }: { old: PortalKey }) {
  if (old.revokeAt) {
    return (
      <>
        Calls with it get 401 from <Time at={old.revokeAt} as="datetime" />.
      </>
    );
  }
  return <>Now, or after a day of overlap.</>;
}
