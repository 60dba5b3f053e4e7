import { Plus, Webhook } from "lucide-react";
import { type Column, DataList } from "@/components/lists/data-list";
import { EmptyState } from "@/components/ui/callout";
import { ButtonLink } from "@/components/ui/link";
import type { EndpointHealth, ListedEndpoint } from "@/lib/domain/events/endpoints";
import { EndpointStatus } from "./endpoint";
import { isUnhealthy, latencyText, successText, typesText } from "./texts";

const SPANS = [
  { key: "last24h", label: "24 h" },
  { key: "last7d", label: "7 d" },
] as const;

/** An endpoint's health in two lines: a day and a week. */
function EndpointHealthLine({ health }: { health: EndpointHealth }) {
  if (health.last7d.attempts === 0) return <span className="text-muted">Nothing sent in 7 days</span>;
  return (
    <span className="inline-grid grid-cols-[auto_auto_auto] gap-x-4 gap-y-1 text-left tabular-nums">
      {SPANS.map(({ key, label }) => {
        const attempts = health[key];
        return (
          <span key={key} className="contents">
            <span className="whitespace-nowrap text-muted">{label}</span>
            <span className={isUnhealthy(attempts) ? "text-harm" : undefined}>
              {successText(attempts)}
              <span className="sr-only"> succeeded,</span>
            </span>
            <span className="whitespace-nowrap">
              <span className="text-muted text-xs">p95</span> {latencyText(attempts.p95Ms)}
            </span>
          </span>
        );
      })}
    </span>
  );
}

const columns: readonly Column<ListedEndpoint>[] = [
  {
    header: "Endpoint",
    primary: true,
    cell: ({ url, description }) => (
      <span className="flex min-w-0 flex-col gap-1">
        {description ? <span className="wrap-anywhere">{description}</span> : null}
        <span className="break-all font-mono font-normal text-xs">{url}</span>
      </span>
    ),
  },
  { header: "Events", cell: ({ types }) => <span className="whitespace-nowrap">{typesText(types)}</span> },
  { header: "Status", cell: (endpoint) => <EndpointStatus {...endpoint} /> },
  { header: "Succeeded, p95", cell: ({ health }) => <EndpointHealthLine health={health} /> },
];

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
          Give us a URL, and we post each event to it within seconds, signed. Without an endpoint, you’d have to poll
          for changes.
        </EmptyState>
      }
    />
  );
}
