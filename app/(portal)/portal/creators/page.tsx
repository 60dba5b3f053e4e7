import type { Metadata } from "next";
import { requirePortalUser } from "@/app/session";
import { SoloStatus } from "@/components/creators/solo-status";
import { ButtonLink } from "@/components/ui/button";
import { CopyId } from "@/components/ui/copy-id";
import { DataList } from "@/components/ui/data-list";
import { EmptyState } from "@/components/ui/empty-state";
import { FilterBar } from "@/components/ui/filter-bar";
import { FilterSelect } from "@/components/ui/filter-select";
import { FilterText } from "@/components/ui/filter-text";
import { listHref } from "@/components/ui/list-address";
import { PageHeader } from "@/components/ui/page-header";
import { Pager } from "@/components/ui/pager";
import { Time } from "@/components/ui/time";
import { listAccounts, RosterFilters } from "@/lib/domain/accounts";

export const metadata: Metadata = { title: "Creators" };

const PATH = "/portal/creators";

const STATUSES = [
  { value: "active", label: "Active" },
  { value: "pending_id_verification", label: "ID check pending" },
  { value: "subscribed_pending_id", label: "Paid, ID missing" },
  { value: "suspended", label: "Suspended" },
];

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> };

/** The creators that the partner provisioned, and where each of them stands. */
export default async function CreatorsPage({ searchParams }: Props) {
  const ctx = await requirePortalUser();
  const filters = RosterFilters.parse(await searchParams);
  const { accounts, newer, older } = await listAccounts(ctx, filters);
  const at = (cursor: string) => listHref(PATH, { ...filters, cursor });
  const active = [filters.find, filters.status].filter(Boolean).length;

  return (
    <>
      <PageHeader
        title="Creators"
        description="Everybody you provisioned, and whether they may upload. Only active ones may."
      />
      <div className="flex flex-col gap-4">
        <FilterBar clearHref={PATH} active={active}>
          <FilterText
            param="find"
            listed={filters.find}
            label="Email, your user id or account id"
            placeholder="Whole, not a part"
            search
          />
          <FilterSelect param="status" label="Status" options={STATUSES} />
        </FilterBar>
        <DataList
          caption="Creators, newest first"
          rows={accounts}
          rowKey={(account) => account.id}
          columns={[
            {
              id: "externalUserId",
              header: "Your user id",
              primary: true,
              cell: (a) => <span className="break-all">{a.externalUserId}</span>,
            },
            { id: "email", header: "Email", cell: (a) => <span className="break-all">{a.email}</span> },
            { id: "status", header: "Status", cell: (a) => <SoloStatus status={a.status} reason={a.suspendReason} /> },
            { id: "id", header: "Account id", cell: (a) => <CopyId value={a.id} label="account id" short /> },
            { id: "createdAt", header: "Provisioned", align: "end", cell: (a) => <Time at={a.createdAt} /> },
          ]}
          empty={<Nobody filtered={active > 0} />}
        />
        <Pager newer={newer && at(newer)} older={older && at(older)} />
      </div>
    </>
  );
}

function Nobody({ filtered }: { filtered: boolean }) {
  if (filtered) return <EmptyState title="No creator matches">Check the spelling, or clear the filters.</EmptyState>;
  return (
    <EmptyState
      title="No creators yet"
      actions={<ButtonLink href="/docs#provisionSoloAccount">How to provision one</ButtonLink>}
    >
      Your platform provisions creators through the API. Each appears here at once.
    </EmptyState>
  );
}
