import { Card } from "@/components/ui/card";
import type { PortalKey } from "@/lib/domain/keys/schemas";
import { KeyStatus } from "./key-status";
import { KeyText } from "./key-text";
import { LastUse } from "./last-use";

/** The old and the new key, with what decides: when each was last used. */
export function KeysSideBySide({ old, successor }: { old: PortalKey; successor: PortalKey }) {
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <OneKey title="Old key" item={old} />
      <OneKey title="New key" item={successor} />
    </div>
  );
}

function OneKey({ title, item }: { title: string; item: PortalKey }) {
  return (
    <Card as="section" className="flex flex-col gap-4 p-4 md:p-6" aria-label={title}>
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 className="font-semibold text-base">{title}</h2>
        <KeyStatus item={item} />
      </div>
      <dl className="flex flex-col gap-1">
        <dt className="text-muted">Last used</dt>
        <dd className="font-semibold text-lg">
          <LastUse at={item.lastUsedAt} />
        </dd>
      </dl>
      <p className="flex min-w-0 flex-col gap-1 text-muted">
        <span className="break-words">{item.name}</span>
        <KeyText {...item} />
      </p>
    </Card>
  );
}
