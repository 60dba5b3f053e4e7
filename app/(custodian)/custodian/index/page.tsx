import type { Metadata } from "next";
import { requireCustodian } from "@/app/session";
import { RecordLink, ReservedPage } from "@/components/custody/record-link";
import { listHref, pagesOf, type SearchParams, unreadNames } from "@/components/lists/list-address";
import { Pager } from "@/components/lists/pager";
import { LookedThrough } from "@/components/records/content/no-content";
import { IndexForm } from "@/components/records/index-search/index-form";
import { NoRecords, PeopleResults, RecordResults, StartHere } from "@/components/records/index-search/results";
import { PageHeader } from "@/components/ui/page-header";
import { IndexFilters, type IndexPage as Page, searchIndex } from "@/lib/domain/records/content";
import { nullIfReserved } from "../null-if-reserved";

export const metadata: Metadata = { title: "Index" };

const PATH = "/custodian/index";
const NAMES = IndexFilters.omit({ cursor: true }).keyof().options;

type Props = { searchParams: SearchParams };

/** The index that the law requires, across all partners. A search is recorded for each person it names. */
export default async function IndexPage({ searchParams }: Props) {
  const ctx = await requireCustodian();
  const sent = await searchParams;
  const filters = IndexFilters.parse(sent);
  const { cursor: _, ...asked } = filters;
  const active = Object.values(asked).some(Boolean);
  const page = active ? await searchIndex(ctx, filters).catch(nullIfReserved(ctx)) : null;
  if (active && !page) return <ReservedPage title="Index" back={{ href: PATH, label: "Index" }} />;
  const person = filters.person ? page?.people?.[0] : undefined;
  return (
    <>
      <PageHeader
        title="Index"
        description="Who appears in what, at every partner (28 CFR 75.2). We record each search for every person it finds."
      />
      <div className="flex flex-col gap-6">
        <IndexForm
          path={PATH}
          values={{ q: asked.q, from: asked.from, to: asked.to, name: asked.name ?? person?.legalName ?? undefined }}
          active={active}
          unread={unreadNames(sent, NAMES, filters)}
        />
        {page ? <Results page={page} filters={filters} /> : <StartHere />}
      </div>
    </>
  );
}

function Results({ page, filters }: { page: Page; filters: IndexFilters }) {
  const { cursor: _, ...asked } = filters;
  const at = (cursor: string) => listHref(PATH, { ...asked, cursor });
  const hrefOf = (userId: string) => listHref(PATH, { person: userId });
  const isByDay = (filters.from || filters.to) && !page.people;
  return (
    <>
      {page.people ? (
        <PeopleResults
          people={page.people}
          more={page.morePeople}
          hrefOf={(userId) => listHref(PATH, { ...asked, name: null, person: userId })}
        />
      ) : null}
      {page.people?.length === 1 && page.people[0] ? <ScenesOf person={page.people[0]} /> : null}
      <div className="flex flex-col gap-4">
        {page.records.length > 0 ? (
          <p className="text-muted text-sm">
            {isByDay
              ? "Sorted by production date, latest first."
              : "Sorted by the date they were logged or created, newest first."}
          </p>
        ) : null}
        <RecordResults
          rows={page.records}
          order={isByDay ? "produced" : "logged"}
          hrefOf={hrefOf}
          empty={<NoRecords page={page} filters={filters} />}
        />
        {page.lookedThrough && page.records.length > 0 ? <LookedThrough at={page.lookedThrough} /> : null}
        <Pager
          {...pagesOf(page, at)}
          {...(page.lookedThrough && { labels: { newer: "Newer", older: "Search further back" } })}
        />
      </div>
    </>
  );
}

/** Leads to all scenes of the one person found, of any status. The ledger records that search too. */
const ScenesOf = ({ person: { userId, legalName } }: { person: NonNullable<Page["people"]>[number] }) => (
  <p className="text-sm">
    <RecordLink href={listHref("/custodian/scenes", { person: userId })}>
      All scenes with {legalName ?? "this person"}, greenlit or not
    </RecordLink>
  </p>
);
