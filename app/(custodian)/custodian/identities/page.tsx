import { IdCard } from "lucide-react";
import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { requireCustodian } from "@/app/session";
import { QueueList } from "@/components/identity/queue-list";
import { EmptyState } from "@/components/ui/empty-state";
import { FilterBar } from "@/components/ui/filter-bar";
import { FilterText } from "@/components/ui/filter-text";
import { PageHeader } from "@/components/ui/page-header";
import { Pager } from "@/components/ui/pager";
import { TabNav } from "@/components/ui/tab-nav";
import { countWaiting, listChecks, QUEUE_VIEWS, type QueueView } from "@/lib/domain/identity";

export const metadata: Metadata = { title: "Identities" };

type Query = { view?: string | string[]; q?: string | string[]; cursor?: string | string[] };

const PATH = "/custodian/identities";
const labels: Record<QueueView, string> = { waiting: "Waiting", approved: "Approved", rejected: "Rejected" };

/** The queue of checks, whoever has waited longest first. */
export default async function IdentitiesPage({ searchParams }: { searchParams: Promise<Query> }) {
  const ctx = await requireCustodian();
  const { view: asked, q, cursor } = await searchParams;
  const view = QUEUE_VIEWS.find((candidate) => candidate === asked) ?? "waiting";
  const search = typeof q === "string" && q.trim() ? q.trim() : undefined;
  const [{ rows, newer, older }, { waiting }] = await Promise.all([
    listChecks(ctx, { view, search, cursor: typeof cursor === "string" ? cursor : undefined }),
    countWaiting(ctx),
  ]);
  const address = (more: Record<string, string | undefined>) => addressOf({ view, q: search, ...more });
  // Where a page's checks have all been decided since, the list goes on elsewhere.
  if (rows.length === 0 && cursor) redirect(address({}));
  return (
    <>
      <PageHeader title="Identities" description="Checks that creators have sent. The longest wait comes first." />
      <div className="flex flex-col gap-4">
        <TabNav
          label="Checks"
          current={addressOf({ view })}
          items={QUEUE_VIEWS.map((name) => ({
            href: addressOf({ view: name }),
            label: labels[name],
            ...(name === "waiting" ? { count: waiting } : {}),
          }))}
        />
        <FilterBar clearHref={search ? address({ q: undefined }) : undefined}>
          <FilterText
            param="q"
            listed={search}
            label="Search"
            placeholder={view === "waiting" ? "Email, legal name or check id" : "Email or check id"}
            search
          />
        </FilterBar>
        <QueueList rows={rows} view={view} empty={<Nothing view={view} search={search} />} />
        <Pager
          newer={newer && address({ cursor: newer })}
          older={older && address({ cursor: older })}
          {...(view === "waiting" && { first: "oldest", labels: { newer: "Sent later", older: "Sent earlier" } })}
        />
      </div>
    </>
  );
}

function Nothing({ view, search }: { view: QueueView; search: string | undefined }) {
  if (search) {
    return (
      <EmptyState title="Nothing matches" icon={<IdCard aria-hidden />}>
        No {labels[view].toLowerCase()} check has “{search}” in its {view === "waiting" ? "email or name" : "email"}.
      </EmptyState>
    );
  }
  return view === "waiting" ? (
    <EmptyState title="Nobody is waiting" icon={<IdCard aria-hidden />}>
      New checks appear here as soon as a creator sends one.
    </EmptyState>
  ) : (
    <EmptyState title={`No ${labels[view].toLowerCase()} checks yet`} icon={<IdCard aria-hidden />}>
      What you decide is kept here.
    </EmptyState>
  );
}

function addressOf(query: Record<string, string | undefined>): string {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && !(name === "view" && value === "waiting")) params.set(name, value);
  }
  return params.size > 0 ? `${PATH}?${params}` : PATH;
}
