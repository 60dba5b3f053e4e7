import { IdCard } from "lucide-react";
import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { requireCustodian } from "@/app/session";
import { RunningClocks } from "@/components/custody/running-clocks";
import { UnderAgeAlerts } from "@/components/custody/under-age-alerts";
import { QueueList } from "@/components/identity/queue-list";
import { SearchInput } from "@/components/lists/filter-form";
import { FilterBar } from "@/components/lists/filters";
import { listHref, pagesOf, readListAddress, type SearchParams } from "@/components/lists/list-address";
import { Pager } from "@/components/lists/pager";
import { EmptyState } from "@/components/ui/callout";
import { RowKeys } from "@/components/ui/hotkeys";
import { PageHeader, TabNav } from "@/components/ui/page-header";
import { listUnderAgeAlerts } from "@/lib/domain/custody/alerts";
import { countWaiting, listChecks, QUEUE_VIEWS, type QueueView } from "@/lib/domain/identity";
import { CLOCKS_COUNTED_AT_MOST, readRunningClocks } from "@/lib/domain/removals";
import { closeAlertAction } from "./actions";

export const metadata: Metadata = { title: "Identities" };

const PATH = "/custodian/identities";
const labels: Record<QueueView, string> = { waiting: "Waiting", approved: "Approved", rejected: "Rejected" };

/** The default view, "waiting", is left out of the URL. */
const at = (view: QueueView, more: { q?: string; cursor?: string } = {}) =>
  listHref(PATH, { view: view === "waiting" ? null : view, ...more });

/** The queue of checks, longest wait first. */
export default async function IdentitiesPage({ searchParams }: { searchParams: SearchParams }) {
  const ctx = await requireCustodian();
  const { view: asked, q, cursor } = readListAddress(await searchParams, ["view", "q", "cursor"]);
  const view = QUEUE_VIEWS.find((candidate) => candidate === asked) ?? "waiting";
  const search = q?.trim() || undefined;
  const [{ rows, newer, older }, { waiting }, alerts, clocks] = await Promise.all([
    listChecks(ctx, { view, search, cursor }),
    countWaiting(ctx),
    listUnderAgeAlerts(ctx),
    readRunningClocks(ctx),
  ]);
  // All checks on this page have been decided meanwhile, so start over.
  if (rows.length === 0 && cursor) redirect(at(view, { q: search }));
  return (
    <>
      <RowKeys />
      <PageHeader title="Identities" description="ID checks from creators and performers, longest wait first." />
      <RunningClocks {...clocks} most={CLOCKS_COUNTED_AT_MOST} />
      <UnderAgeAlerts {...alerts} close={closeAlertAction} />
      <div className="flex flex-col gap-4">
        <TabNav
          label="Checks"
          current={at(view)}
          items={QUEUE_VIEWS.map((name) => ({
            href: at(name),
            label: labels[name],
            ...(name === "waiting" ? { count: waiting } : {}),
          }))}
        />
        <FilterBar
          path={PATH}
          clearHref={search && at(view)}
          kept={{ view: asked }}
          search={
            <SearchInput
              listed={search}
              label="Search"
              placeholder={view === "waiting" ? "Email, legal name or check id" : "Start of email, or check id"}
              className="md:max-w-96"
            />
          }
        />
        <QueueList rows={rows} view={view} empty={<Nothing view={view} search={search} />} />
        <Pager
          {...pagesOf({ newer, older }, (cursor) => at(view, { q: search, cursor }))}
          {...(view === "waiting" && { first: "oldest", labels: { newer: "Sent later", older: "Sent earlier" } })}
        />
      </div>
    </>
  );
}

function Nothing({ view, search }: { view: QueueView; search: string | undefined }) {
  if (search) {
    return (
      <EmptyState title="No matching checks" icon={<IdCard aria-hidden />}>
        {view === "waiting"
          ? `No waiting check has “${search}” in its email or name.`
          : `No ${labels[view].toLowerCase()} check has an email that starts with “${search}”.`}
      </EmptyState>
    );
  }
  return view === "waiting" ? (
    <EmptyState title="No checks waiting" icon={<IdCard aria-hidden />}>
      New checks appear here as soon as someone sends one.
    </EmptyState>
  ) : (
    <EmptyState title={`No ${labels[view].toLowerCase()} checks yet`} icon={<IdCard aria-hidden />}>
      Checks you decide appear here.
    </EmptyState>
  );
}
