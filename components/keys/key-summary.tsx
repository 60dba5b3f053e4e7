import { KeyRound } from "lucide-react";
import { EmptyState } from "@/components/ui/callout";
import { type Column, DataList } from "@/components/ui/data-list";
import { ButtonLink } from "@/components/ui/link";
import type { PortalKey } from "@/lib/domain/keys/schemas";
import { KeyStatus, KeyText, LastUse } from "./key-status";

const columns: readonly Column<PortalKey>[] = [
  { id: "name", header: "Name", primary: true, cell: ({ name }) => <span className="break-words">{name}</span> },
  { id: "key", header: "Key", cell: (key) => <KeyText {...key} /> },
  { id: "status", header: "Status", cell: (key) => <KeyStatus item={key} /> },
  { id: "used", header: "Last used", cell: ({ lastUsedAt }) => <LastUse at={lastUsedAt} /> },
];

/** The live keys with their last use. */
export function KeySummary({ keys }: { keys: readonly PortalKey[] }) {
  return (
    <section aria-labelledby="keys" className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center justify-between gap-4">
        <h2 id="keys" className="font-semibold text-base">
          Live keys
        </h2>
        <ButtonLink href="/portal/keys" size="sm">
          All keys
        </ButtonLink>
      </div>
      <DataList
        caption="Live keys"
        rows={keys}
        rowKey={({ id }) => id}
        columns={columns}
        empty={
          <EmptyState title="No live key yet" icon={<KeyRound />}>
            Create one to call the API.
          </EmptyState>
        }
      />
    </section>
  );
}
