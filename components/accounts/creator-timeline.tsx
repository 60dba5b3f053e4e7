import { type Column, DataList, TITLE } from "@/components/lists/data-list";
import { listHref } from "@/components/lists/list-address";
import { CopyBadge } from "@/components/records/content/copies";
import { Badge } from "@/components/ui/badge";
import { EmptyState } from "@/components/ui/callout";
import { ButtonLink } from "@/components/ui/link";
import { Section } from "@/components/ui/section";
import { Time } from "@/components/ui/time";
import type { Page } from "@/lib/domain/core/lists";
import type { ContentRow } from "@/lib/domain/records/content";

const COLUMNS: Column<ContentRow>[] = [
  TITLE,
  {
    header: "Copy",
    cell: (row) => (row.removal ? <Badge>Removed</Badge> : <CopyBadge copy={row.copy} />),
  },
  { header: "Logged", align: "end", cell: (row) => <Time at={row.createdAt} /> },
];

export function CreatorContent({ accountId, page }: { accountId: string; page: Page<ContentRow> }) {
  return (
    <Section
      id="content"
      title="Content"
      actions={
        page.older ? (
          <ButtonLink size="sm" href={listHref("/portal/content", { creator: accountId })}>
            {" "}
            Show all{" "}
          </ButtonLink>
        ) : null
      }
    >
      <DataList
        caption="The creator’s content, newest first"
        rows={page.rows}
        rowKey={(row) => row.id}
        rowHref={(row) => `/portal/content/${row.id}`}
        columns={COLUMNS}
        empty={<EmptyState title="Nothing logged yet">Content you log for this creator appears here.</EmptyState>}
      />
    </Section>
  );
}
