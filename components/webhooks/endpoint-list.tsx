import { Plus, Webhook } from "lucide-react";
import { EmptyState } from "@/components/ui/callout";
import { type Column, DataList } from "@/components/ui/data-list";
import { ButtonLink } from "@/components/ui/link";
import type { ListedEndpoint } from "@/lib/domain/webhooks/endpoints";
import { EndpointHealthLine } from "./endpoint-health-line";
import { EndpointStatus } from "./endpoint-status";
import { typesText } from "./endpoint-texts";

const columns: readonly Column<ListedEndpoint>[] = [
  {
    id: "endpoint",
    header: "Endpoint",
    primary: true,
    cell: ({ url, description }) => (
      <span className="flex min-w-0 flex-col gap-1">
        {description ? <span className="wrap-anywhere">{description}</span> : null}
        <span className="break-all font-mono font-normal text-xs">{url}</span>
      </span>
    ),
  },
  { id: "types", header: "Gets", cell: ({ types }) => <span className="whitespace-nowrap">{typesText(types)}</span> },
  { id: "status", header: "Status", cell: (endpoint) => <EndpointStatus {...endpoint} /> },
  { id: "health", header: "Succeeded, p95", cell: ({ health }) => <EndpointHealthLine health={health} /> },
];

/** Where a partner gets its events. */
export function EndpointList({ endpoints }: { endpoints: readonly ListedEndpoint[] }) {
  return (
    <DataList
      caption="Endpoints"
      rows={endpoints}
      rowKey={({ id }) => id}
      rowHref={({ id }) => `/portal/webhooks/${id}`}
      columns={columns}
      empty={
        <EmptyState
          title="No endpoint yet"
          icon={<Webhook />}
          actions={
            <ButtonLink href="/portal/webhooks/new" variant="primary" icon={<Plus aria-hidden />}>
              Add your first endpoint
            </ButtonLink>
          }
        >
          Give us a URL of your server, and we post each event to it, signed, within seconds. Without one you would have
          to ask again and again whether a creator is verified.
        </EmptyState>
      }
    />
  );
}
