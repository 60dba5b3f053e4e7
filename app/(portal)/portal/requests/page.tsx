import type { Metadata } from "next";
import type { PageProps } from "@/app/(portal)/portal/pages";
import { requirePortalUser } from "@/app/session";
import { RequestLog } from "@/components/api/requests/request-log";
import { FilterRange, ListFilters } from "@/components/lists/filters";
import { CALLS_PATH } from "@/components/shell/addresses";
import { PageHeader } from "@/components/ui/page-header";
import { requestList } from "@/lib/api/request-log/list-requests";
import { listKeys } from "@/lib/domain/parties/keys";
import { keyStart } from "@/lib/domain/parties/keys/states";
import { env } from "@/lib/platform/env";

const STATUSES = [
  { value: "2xx", label: "2xx succeeded" },
  { value: "4xx", label: "4xx rejected" },
  { value: "5xx", label: "5xx failed" },
  ...[400, 401, 403, 404, 409, 422, 429].map((status) => ({ value: String(status), label: String(status) })),
];
const METHODS = ["GET", "POST", "DELETE"].map((method) => ({ value: method, label: method }));

export const metadata: Metadata = { title: "Requests" };

/** All calls of the last 90 days with the partner's keys. */
export default async function RequestsPage({ searchParams }: PageProps) {
  const ctx = await requirePortalUser("manage_integration");
  const [keys, list] = await Promise.all([listKeys(ctx), requestList.open(ctx, await searchParams)]);
  return (
    <>
      <PageHeader
        title="Requests"
        description="API calls of the last 90 days, including rejected ones. The newest page updates live."
      />
      <RequestLog
        list={list}
        path={CALLS_PATH}
        baseUrl={env().baseUrl}
        filters={
          <ListFilters
            {...list}
            path={CALLS_PATH}
            search={{ name: "path", label: "Path begins with", placeholder: "/api/v1/…", mono: true }}
            controls={{
              request: { label: "Request id", mono: true, className: "col-span-2 md:w-80" },
              status: { label: "Status", options: STATUSES },
              method: { label: "Method", options: METHODS },
              key: {
                label: "Key",
                options: keys.map((key) => ({ value: key.id, label: `${key.name} (${keyStart(key)}…)` })),
              },
              range: <FilterRange key="range" {...list.address} />,
            }}
          />
        }
      />
    </>
  );
}
