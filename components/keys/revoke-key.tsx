"use client";

import { useQuery } from "@tanstack/react-query";
import { Button } from "@/components/ui/button";
import { ConfirmAction } from "@/components/ui/confirm-action";
import { Time } from "@/components/ui/time";
import type { RequestPage } from "@/lib/api/request-log/schemas";
import type { PortalKey } from "@/lib/domain/keys/schemas";
import { KeyText } from "./key-text";

type RevokeKeyProps = {
  item: PortalKey;
  revoke: (keyId: string) => Promise<{ error?: string }>;
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
          <LastCall keyId={item.id} />
        </div>
      ) : (
        <p>It was never used.</p>
      )}
    </>
  );
}

function LastCall({ keyId }: { keyId: string }) {
  const { data } = useQuery({
    queryKey: ["last call", keyId],
    queryFn: async (): Promise<RequestPage> => {
      const answer = await fetch(`/api/portal/requests?${new URLSearchParams({ key: keyId, limit: "1" })}`);
      if (!answer.ok) throw new Error("The request log could not be read");
      return answer.json();
    },
  });
  const last = data?.requests[0];
  if (!last) return null;
  return (
    <p className="text-muted">
      By <code className="break-all font-mono text-xs">{`${last.method} ${last.path}`}</code>, answered {last.status}.
    </p>
  );
}
