import { Images } from "lucide-react";
import type { Metadata } from "next";
import { requireCreator } from "@/app/(creator)/creator/creator";
import { WorkList } from "@/components/creators/own/work-list";
import { listHref, pagesOf, readListAddress, type SearchParams } from "@/components/lists/list-address";
import { Pager } from "@/components/lists/pager";
import { EmptyState } from "@/components/ui/callout";
import { PageHeader } from "@/components/ui/page-header";
import { listRecords } from "@/lib/domain/creators/overview";

export const metadata: Metadata = { title: "Your works" };

const PATH = "/creator/works";

type Props = { searchParams: SearchParams };

/** Every record that names the creator, on all platforms. */
export default async function WorksPage({ searchParams }: Props) {
  const { cursor } = readListAddress(await searchParams, ["cursor"]);
  const { rows, newer, older } = await listRecords(await requireCreator(), cursor);
  return (
    <>
      <PageHeader
        title="Your works"
        description="Every record that names you, latest first, including scenes. We keep each one for seven years after the production date, and a scene as long as it is published."
      />
      <div className="flex flex-col gap-4">
        <WorkList
          rows={rows}
          empty={
            <EmptyState title="No works yet" icon={<Images aria-hidden />}>
              Works that a linked platform logs for you appear here, and scenes once all performers have signed.
            </EmptyState>
          }
        />
        <Pager {...pagesOf({ newer, older }, (cursor) => listHref(PATH, { cursor }))} />
      </div>
    </>
  );
}
