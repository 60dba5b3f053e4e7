import type { Metadata } from "next";
import { requireCustodian } from "@/app/session";
import type { SearchParams } from "@/components/lists/list-address";
import { GapList } from "@/components/readiness/gap-list";
import { KeptOtherwise, ReadinessPage } from "@/components/readiness/readiness";
import { allGapList, readReadiness } from "@/lib/domain/readiness";

export const metadata: Metadata = { title: "Readiness" };

type Props = { searchParams: SearchParams };

/** What an inspection today would find missing, at every partner. */
export default async function CustodianReadinessPage({ searchParams }: Props) {
  const ctx = await requireCustodian();
  const [readiness, list] = await Promise.all([readReadiness(ctx), allGapList.open(ctx, await searchParams)]);
  return (
    <>
      <ReadinessPage area="custodian" readiness={readiness} whose="every record">
        <p className="text-muted text-sm">Records reserved for a colleague are counted but not listed.</p>
        <GapList area="custodian" {...list} />
      </ReadinessPage>
      <KeptOtherwise />
    </>
  );
}
