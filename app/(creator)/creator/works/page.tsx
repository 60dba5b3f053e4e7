import { Images } from "lucide-react";
import type { Metadata } from "next";
import { requireCreator } from "@/app/(creator)/creator/creator";
import { WorkList } from "@/components/creator/work-list";
import { EmptyState } from "@/components/ui/empty-state";
import { listHref, readListAddress } from "@/components/ui/list-address";
import { PageHeader } from "@/components/ui/page-header";
import { Pager } from "@/components/ui/pager";
import { listRecords } from "@/lib/domain/creator";

export const metadata: Metadata = { title: "Your works" };

const PATH = "/creator/works";

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> };

/** Every record that names the creator, on whatever platform. */
export default async function WorksPage({ searchParams }: Props) {
  const { cursor } = readListAddress(await searchParams, ["cursor"]);
  const { rows, newer, older } = await listRecords(await requireCreator(), cursor);
  return (
    <>
      <PageHeader
        title="Your works"
        description="Every record here that names you, the latest first. Each is kept for seven years from the day the work was made."
      />
      <div className="flex flex-col gap-4">
        <WorkList
          rows={rows}
          empty={
            <EmptyState title="No record names you yet" icon={<Images aria-hidden />}>
              When a platform that is linked to you logs a work of yours, it stands here.
            </EmptyState>
          }
        />
        <Pager newer={newer && listHref(PATH, { cursor: newer })} older={older && listHref(PATH, { cursor: older })} />
      </div>
    </>
  );
}
