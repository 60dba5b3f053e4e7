import type { Metadata } from "next";
import type { PageProps } from "@/app/(portal)/portal/page-props";
import { readPage } from "@/app/(portal)/portal/read-page";
import { requirePortalUser } from "@/app/session";
import { readRequestAddress } from "@/components/api/requests/request-address";
import { RequestFilters } from "@/components/api/requests/request-filters";
import { RequestLog } from "@/components/api/requests/request-log";
import { Callout } from "@/components/ui/callout";
import { PageHeader } from "@/components/ui/page-header";
import { listRequests } from "@/lib/api/request-log/list-requests";
import { RequestPageQuery } from "@/lib/api/request-log/schemas";
import { listKeys } from "@/lib/domain/parties/keys";
import { env } from "@/lib/platform/env";

export const metadata: Metadata = { title: "Requests" };

/** All calls of the last 90 days with the partner's keys. */
export default async function RequestsPage({ searchParams }: PageProps) {
  const ctx = await requirePortalUser("manage_integration");
  const address = readRequestAddress(await searchParams);
  const [listed, page] = await Promise.all([
    listKeys(ctx),
    readPage(ctx, { address, schema: RequestPageQuery, list: listRequests }),
  ]);
  const keys = listed.map(({ id, name, mode, prefix }) => ({ id, name, mode, prefix }));
  return (
    <>
      <PageHeader
        title="Requests"
        description="API calls of the last 90 days, including rejected ones. The newest page updates live."
      />
      <div className="flex flex-col gap-4">
        <RequestFilters address={address} keys={keys} />
        {page.ok ? (
          <RequestLog address={address} initial={page.value} baseUrl={env().baseUrl} />
        ) : (
          <Callout tone="waiting" title="We can’t show these requests">
            {page.error} Change or clear the filters.
          </Callout>
        )}
      </div>
    </>
  );
}
