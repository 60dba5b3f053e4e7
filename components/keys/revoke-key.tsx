"use client";

import { lazy, Suspense } from "react";
import { Button } from "@/components/ui/button";
import { ConfirmAction } from "@/components/ui/confirm-action";
import { Time } from "@/components/ui/time";
import type { PortalKey } from "@/lib/domain/keys/schemas";
import { KeyText } from "./key-text";
import type { ByKey } from "./live-keys";

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
