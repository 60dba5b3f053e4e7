import { cn } from "@/components/ui/cn";
import type { Column } from "@/components/ui/column";
import { Time } from "@/components/ui/time";
import type { PortalDelivery } from "@/lib/domain/webhooks/delivery-schemas";
import { visibleText } from "./attempt-text";
import { DeliveryStatus } from "./delivery-status";

const NONE = <span className="text-muted">–</span>;

const event = (withEndpoint: boolean): Column<PortalDelivery> => ({
  id: "event",
  header: "Event",
  primary: true,
  cell: ({ type, endpoint }) => (
    <span className="block min-w-0 md:min-w-56">
      <span className="block break-words font-mono text-xs">{type}</span>
      {withEndpoint ? <EndpointName {...endpoint} /> : null}
    </span>
  ),
});

const COLUMNS: readonly Column<PortalDelivery>[] = [
  { id: "status", header: "Status", cell: (row) => <DeliveryStatus {...row} /> },
  { id: "last", header: "Last answer", cell: ({ lastAttempt }) => <LastAnswer attempt={lastAttempt} /> },
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
    cell: ({ nextAttemptAt, endpoint }) => <NextAttempt at={nextAttemptAt} isHeld={endpoint.status === "paused"} />,
  },
  { id: "at", header: "Made", align: "end", cell: ({ createdAt }) => <Time at={createdAt} /> },
];
const OF_ALL = [event(true), ...COLUMNS];
const OF_ONE = [event(false), ...COLUMNS];

/** The columns of a list of deliveries: everywhere, or of one endpoint. */
export const deliveryColumns = (ofOneEndpoint: boolean): readonly Column<PortalDelivery>[] =>
  ofOneEndpoint ? OF_ONE : OF_ALL;

/** When a delivery is tried next. What is due is tried as soon as its endpoint has a place free. */
export function NextAttempt({ at, isHeld }: { at: string | null; isHeld: boolean }) {
  if (at === null) return NONE;
  if (isHeld) return "on resume";
  return new Date(at).getTime() <= Date.now() ? <span suppressHydrationWarning>now</span> : <Time at={at} />;
}

/** How long an attempt took: milliseconds, and seconds when it was long. */
const tookText = (ms: number): string => (ms < 1000 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(1)} s`);

function LastAnswer({ attempt }: { attempt: PortalDelivery["lastAttempt"] }) {
  if (!attempt) return NONE;
  const { responseStatus, error, succeeded, durationMs } = attempt;
  return (
    <span className="block md:max-w-48">
      <span className="flex flex-wrap items-baseline gap-x-2">
        <span className={cn("font-mono text-xs", succeeded || "text-harm")}>
          {responseStatus === null ? "no answer" : `HTTP ${responseStatus}`}
        </span>
        <span className="whitespace-nowrap text-muted text-xs tabular-nums">{tookText(durationMs)}</span>
      </span>
      {error ? <span className="block text-muted text-xs">{visibleText(error)}</span> : null}
    </span>
  );
}

function EndpointName({ url, description, status }: PortalDelivery["endpoint"]) {
  return (
    <span className="block truncate font-normal text-muted text-xs md:max-w-72" title={url}>
      {description ?? url.replace(/^https?:\/\//, "")}
      {status === "deleted" ? " (deleted)" : null}
    </span>
  );
}
