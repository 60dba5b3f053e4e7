import { CopyBadge } from "@/components/content/copy-badge";
import { Badge } from "@/components/ui/badge";
import { EmptyState } from "@/components/ui/callout";
import { type Column, DataList } from "@/components/ui/data-list";
import { ButtonLink } from "@/components/ui/link";
import { listHref } from "@/components/ui/list-address";
import { Time } from "@/components/ui/time";
import type { ContentPage, ContentRow } from "@/lib/domain/content/list-schemas";

const COLUMNS: Column<ContentRow>[] = [
  {
    id: "title",
    header: "Title",
    primary: true,
    cell: (row) => <span className="wrap-anywhere line-clamp-2">{row.title}</span>,
  },
  {
    id: "copy",
    header: "State",
    cell: (row) => (row.removal ? <Badge>Removed</Badge> : <CopyBadge copy={row.copy} />),
  },
  { id: "createdAt", header: "Logged", align: "end", cell: (row) => <Time at={row.createdAt} /> },
];

/** The latest that was logged for a creator. */
export function CreatorContent({ accountId, page }: { accountId: string; page: ContentPage }) {
  return (
    <section aria-labelledby="content" className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center justify-between gap-4">
        <h2 id="content" className="font-semibold text-base">
          Content
        </h2>
        {page.older ? (
          <ButtonLink size="sm" href={listHref("/portal/content", { creator: accountId })}>
            All of it
          </ButtonLink>
        ) : null}
      </div>
      <DataList
        caption="The creator's content, newest first"
        rows={page.rows}
        rowKey={(row) => row.id}
        rowHref={(row) => `/portal/content/${row.id}`}
        columns={COLUMNS}
        empty={<EmptyState title="Nothing logged yet">What your platform logs for them stands here.</EmptyState>}
      />
    </section>
  );
}
