import type { Metadata } from "next";
import { requireCustodian } from "@/app/session";
import { pagesOf, type SearchParams, unreadNames } from "@/components/lists/list-address";
import { Pager } from "@/components/lists/pager";
import { REQUEST_REPORTS_PATH, requestsHref } from "@/components/removals/desk/request-address";
import { NoRequests, RequestFilterBar, RequestTabs } from "@/components/removals/desk/request-filters";
import { RequestList } from "@/components/removals/desk/request-list";
import { RowKeys } from "@/components/ui/hotkeys";
import { ButtonLink } from "@/components/ui/link";
import { PageHeader } from "@/components/ui/page-header";
import { countRequests, listRequests, REQUESTS_COUNTED_AT_MOST } from "@/lib/domain/removals/custody";
import { hasDeadlines, REQUEST_FILTERS, RequestPageQuery } from "@/lib/domain/removals/custody/schemas";
import { clock } from "@/lib/platform/clock";

export const metadata: Metadata = { title: "Removal requests" };

type Props = { searchParams: SearchParams };

/** The queue of removal requests, by deadline. */
export default async function RemovalsPage({ searchParams }: Props) {
  const ctx = await requireCustodian();
  const sent = await searchParams;
  const address = RequestPageQuery.parse(sent);
  const [{ rows, newer, older }, counts] = await Promise.all([listRequests(ctx, address), countRequests(ctx)]);
  const isByDeadline = hasDeadlines(address.view);
  const at = (cursor: string) => requestsHref({ ...address, cursor });
  return (
    <>
      <PageHeader
        title="Removal requests"
        description="What people ask to have taken down, by deadline."
        actions={<ButtonLink href={REQUEST_REPORTS_PATH}>Monthly report</ButtonLink>}
      />
      <div className="flex flex-col gap-4">
        <RequestTabs view={address.view} {...counts} most={REQUESTS_COUNTED_AT_MOST} />
        <RequestFilterBar address={address} unread={unreadNames(sent, REQUEST_FILTERS, address)} />
        <RequestList
          caption={`Removal requests, ${isByDeadline ? "by deadline" : "newest first"}`}
          rows={rows}
          now={clock.now()}
          empty={<NoRequests address={address} />}
        />
        <Pager
          {...pagesOf({ newer, older }, at)}
          {...(isByDeadline && { first: "oldest", labels: { newer: "Due later", older: "Due earlier" } })}
        />
      </div>
      <RowKeys />
    </>
  );
}
