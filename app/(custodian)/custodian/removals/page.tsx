import type { Metadata } from "next";
import { requireCustodian } from "@/app/session";
import type { SearchParams } from "@/components/lists/list-address";
import { RequestList } from "@/components/removals/desk/request-list";
import { REQUEST_REPORTS_PATH } from "@/components/shell/addresses";
import { RowKeys } from "@/components/ui/hotkeys";
import { ButtonLink } from "@/components/ui/link";
import { PageHeader } from "@/components/ui/page-header";
import { countRequests, REQUESTS_COUNTED_AT_MOST, requestList } from "@/lib/domain/removals/custody";
import { clock } from "@/lib/platform/clock";

export const metadata: Metadata = { title: "Removal requests" };

type Props = { searchParams: SearchParams };

/** The queue of removal requests, by deadline. */
export default async function RemovalsPage({ searchParams }: Props) {
  const ctx = await requireCustodian();
  const [list, counts] = await Promise.all([requestList.open(ctx, await searchParams), countRequests(ctx)]);
  return (
    <>
      <PageHeader
        title="Removal requests"
        description="What people ask to have taken down, by deadline."
        actions={<ButtonLink href={REQUEST_REPORTS_PATH}>Monthly report</ButtonLink>}
      />
      <RequestList {...list} {...counts} most={REQUESTS_COUNTED_AT_MOST} now={clock.now()} />
      <RowKeys />
    </>
  );
}
