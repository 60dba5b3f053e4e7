import type { Metadata } from "next";
import { requireCustodian } from "@/app/session";
import { HoldList } from "@/components/custody/holds/hold-list";
import { listHref, pagesOf, readListAddress, type SearchParams } from "@/components/lists/list-address";
import { Pager } from "@/components/lists/pager";
import { PageHeader } from "@/components/ui/page-header";
import { listLegalHolds } from "@/lib/domain/custody/legal-holds";

export const metadata: Metadata = { title: "Legal holds" };

const PATH = "/custodian/holds";

type Props = { searchParams: SearchParams };

/** Records under a legal hold, and why. */
export default async function HoldsPage({ searchParams }: Props) {
  const ctx = await requireCustodian();
  const { cursor } = readListAddress(await searchParams, ["cursor"]);
  const page = await listLegalHolds(ctx, { cursor });
  return (
    <>
      <PageHeader
        title="Legal holds"
        description="Records and scenes that can’t be erased until their hold is lifted."
      />
      <div className="flex flex-col gap-4">
        <HoldList rows={page.rows} />
        <Pager {...pagesOf(page, (cursor) => listHref(PATH, { cursor }))} />
      </div>
    </>
  );
}
