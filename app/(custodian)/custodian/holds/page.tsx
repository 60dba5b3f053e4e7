import type { Metadata } from "next";
import { requireCustodian } from "@/app/session";
import { HoldList } from "@/components/holds/hold-list";
import { listHref, readListAddress } from "@/components/ui/list-address";
import { PageHeader } from "@/components/ui/page-header";
import { Pager } from "@/components/ui/pager";
import { listLegalHolds } from "@/lib/domain/content";

export const metadata: Metadata = { title: "Legal holds" };

const PATH = "/custodian/holds";

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> };

/** The records that are kept beyond their seven years, and why. */
export default async function HoldsPage({ searchParams }: Props) {
  const ctx = await requireCustodian();
  const { cursor } = readListAddress(await searchParams, ["cursor"]);
  const page = await listLegalHolds(ctx, { cursor });
  return (
    <>
      <PageHeader
        title="Legal holds"
        description="Records that nothing erases before their hold is lifted, whatever their clocks say."
      />
      <div className="flex flex-col gap-4">
        <HoldList rows={page.rows} />
        <Pager
          newer={page.newer && listHref(PATH, { cursor: page.newer })}
          older={page.older && listHref(PATH, { cursor: page.older })}
        />
      </div>
    </>
  );
}
