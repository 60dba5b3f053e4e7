import { KeyRound } from "lucide-react";
import { type Column, DataList } from "@/components/lists/data-list";
import { EmptyState } from "@/components/ui/callout";
import { ButtonLink } from "@/components/ui/link";
import { Section } from "@/components/ui/section";
import type { PortalKey } from "@/lib/domain/parties/keys/schemas";
import { KeyStatus, KeyText, LastUse } from "./key-status";

const columns: readonly Column<PortalKey>[] = [
  { header: "Name", primary: true, cell: ({ name }) => <span className="break-words">{name}</span> },
  { header: "Key", cell: (key) => <KeyText {...key} /> },
  { header: "Status", cell: (key) => <KeyStatus item={key} /> },
  { header: "Last used", cell: ({ lastUsedAt }) => <LastUse at={lastUsedAt} /> },
];

export function KeySummary({ keys }: { keys: readonly PortalKey[] }) {
  return (
    <Section
      id="keys"
      title="Live keys"
      actions={
        <ButtonLink href="/portal/keys" size="sm">
          All keys
        </ButtonLink>
      }
      className="gap-4"
    >
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
    </Section>
  );
}
