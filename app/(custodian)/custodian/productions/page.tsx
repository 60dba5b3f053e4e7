import type { Metadata } from "next";
import { requireCustodian } from "@/app/session";
import { ProductionRecordList } from "@/components/custody/production-list";
import type { SearchParams } from "@/components/lists/list-address";
import { PageHeader } from "@/components/ui/page-header";
import { productionRecordList } from "@/lib/domain/productions/custody";

export const metadata: Metadata = { title: "Productions" };

type Props = { searchParams: SearchParams };

/** The productions of all producers. A search for a person is recorded in the ledger. */
export default async function ProductionsPage({ searchParams }: Props) {
  const ctx = await requireCustodian();
  return (
    <>
      <PageHeader title="Productions" description="Productions of every producer, newest first." />
      <ProductionRecordList {...(await productionRecordList.open(ctx, await searchParams))} />
    </>
  );
}
