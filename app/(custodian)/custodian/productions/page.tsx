import { Film } from "lucide-react";
import type { Metadata } from "next";
import { requireCustodian } from "@/app/session";
import { ProductionRecordList } from "@/components/custody/production-list";
import { SearchInput } from "@/components/lists/filter-form";
import { FilterBar } from "@/components/lists/filters";
import { listHref, pagesOf, readListAddress, type SearchParams } from "@/components/lists/list-address";
import { Pager } from "@/components/lists/pager";
import { EmptyState } from "@/components/ui/callout";
import { PageHeader } from "@/components/ui/page-header";
import { searchProductionRecords } from "@/lib/domain/productions/custody";

export const metadata: Metadata = { title: "Productions" };

const PATH = "/custodian/productions";

type Props = { searchParams: SearchParams };

/** The productions of all producers. A search for a person is recorded in the ledger. */
export default async function ProductionsPage({ searchParams }: Props) {
  const ctx = await requireCustodian();
  const { q, cursor } = readListAddress(await searchParams, ["q", "cursor"]);
  const text = q?.trim() || undefined;
  const page = await searchProductionRecords(ctx, { text, cursor });
  const at = (to: string) => listHref(PATH, { q: text, cursor: to });
  return (
    <>
      <PageHeader title="Productions" description="Productions of every producer, newest first." />
      <div className="flex flex-col gap-4">
        <FilterBar
          path={PATH}
          clearHref={text && PATH}
          search={
            <SearchInput
              listed={text}
              label="Find a production"
              placeholder="Words of the title, start of a performer’s email, or production or certificate id"
              className="md:max-w-xl"
            />
          }
        />
        <ProductionRecordList
          rows={page.rows}
          empty={
            <EmptyState title={text ? "No matching productions" : "No productions yet"} icon={<Film aria-hidden />}>
              {text
                ? "Enter words of the title, the start of an email, or the full id of a production or certificate."
                : "A production appears here as soon as a producer or partner creates it."}
            </EmptyState>
          }
        />
        <Pager {...pagesOf(page, at)} />
      </div>
    </>
  );
}
