import type { Column } from "@/components/ui/column";
import { Time } from "@/components/ui/time";
import type { PortalDelivery } from "@/lib/domain/webhooks/delivery-schemas";
import { visibleText } from "./attempt-text";
import { DeliveryStatus } from "./delivery-status";

const NONE = <span className="text-muted">–</span>;

const endpoint: Column<PortalDelivery> = {
  id: "endpoint",
  header: "Endpoint",
  cell: ({ endpoint: { url, description, status } }) => (
    <span className="block max-w-full md:max-w-56" title={url}>
      <span className="block truncate">{description ?? withoutScheme(url)}</span>
      {description ? <span className="block truncate text-muted text-xs">{withoutScheme(url)}</span> : null}
      {status === "deleted" ? <span className="text-muted text-xs">deleted</span> : null}
    </span>
  ),
};

const COLUMNS: readonly Column<PortalDelivery>[] = [
  {
    id: "type",
    header: "Event",
    primary: true,
    cell: ({ type }) => <span className="break-all font-mono text-xs">{type}</span>,
  },
  { id: "status", header: "Status", cell: (row) => <DeliveryStatus {...row} /> },
  endpoint,
  { id: "last", header: "Last answer", cell: ({ lastAttempt }) => <LastAnswer attempt={lastAttempt} /> },
  {
    id: "took",
    header: "Took",
    align: "end",
    cell: ({ lastAttempt }) =>
      lastAttempt ? <span className="whitespace-nowrap tabular-nums">{tookText(lastAttempt.durationMs)}</span> : NONE,
  },
  {
    id: "attempts",
    header: "Attempts",
    align: "end",
    cell: ({ attempts }) => <span className="tabular-nums">{attempts}</span>,
  },
  {
    id: "next",
    header: "Next attempt",
    align: "end",
    cell: ({ nextAttemptAt, endpoint }) =>
      nextAttemptAt === null ? (
        NONE
      ) : endpoint.status === "paused" ? (
        "when it goes on"
      ) : (
        <NextAttempt at={nextAttemptAt} />
      ),
  },
  { id: "at", header: "Made", align: "end", cell: ({ createdAt }) => <Time at={createdAt} /> },
];

/** The columns of a list of deliveries: everywhere, or of one endpoint. */
export const deliveryColumns = (ofOneEndpoint: boolean): readonly Column<PortalDelivery>[] =>
  ofOneEndpoint ? COLUMNS.filter(({ id }) => id !== endpoint.id) : COLUMNS;

/** When a delivery is tried next. What is due is tried as soon as its endpoint has a place free. */
export function NextAttempt({ at }: { at: string }) {
  return new Date(at).getTime() <= Date.now() ? <span suppressHydrationWarning>now</span> : <Time at={at} />;
}

/** How long an attempt took: milliseconds, and seconds when it was long. */
export const tookText = (ms: number): string => (ms < 1000 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(1)} s`);

function LastAnswer({ attempt }: { attempt: PortalDelivery["lastAttempt"] }) {
  if (!attempt) return NONE;
  const { responseStatus, error, succeeded } = attempt;
  return (
    <span className={succeeded ? undefined : "text-harm"}>
      {responseStatus === null ? null : <span className="font-mono text-xs">HTTP {responseStatus}</span>}
      {error ? <span className="block text-xs md:max-w-56">{visibleText(error)}</span> : null}
    </span>
  );
}

const withoutScheme = (url: string): string => url.replace(/^https?:\/\//, "");
