import type { Metadata } from "next";
import { requireCustodian } from "@/app/session";
import { HoldList } from "@/components/custody/holds/hold-list";
import type { SearchParams } from "@/components/lists/list-address";
import { PageHeader } from "@/components/ui/page-header";
import { holdList } from "@/lib/domain/custody/legal-holds";

export const metadata: Metadata = { title: "Legal holds" };

type Props = { searchParams: SearchParams };

/** Records under a legal hold, and why. */
export default async function HoldsPage({ searchParams }: Props) {
  const ctx = await requireCustodian();
  return (
    <>
      <PageHeader
        title="Legal holds"
        description="Records and scenes that can’t be erased until their hold is lifted."
      />
      <HoldList {...(await holdList.open(ctx, await searchParams))} />
    </>
  );
}
