import { RehearsalBadge } from "@/components/events/rehearsal-badge";
import { type Column, NONE } from "@/components/lists/data-list";
import { StatusBadge } from "@/components/ui/badge";
import { cn } from "@/components/ui/cn";
import { Time } from "@/components/ui/time";
import type { PortalDelivery } from "@/lib/domain/events";
import { latencyText, receiverText, visibleText } from "./texts";

type DeliveryStatusProps = Pick<PortalDelivery, "status" | "attempts" | "endpoint">;

/** A delivery's status. A pending delivery of a paused endpoint waits for you. */
export function DeliveryStatus({ status, attempts, endpoint }: DeliveryStatusProps) {
  if (status === "delivered") return <StatusBadge tone="done">Delivered</StatusBadge>;
  if (status === "failed") return <StatusBadge tone="harm">Failed</StatusBadge>;
  if (endpoint.status === "paused") return <StatusBadge tone="waiting">Paused</StatusBadge>;
  return <StatusBadge tone="accent">{attempts > 0 ? "Retrying" : "Pending"}</StatusBadge>;
}

type DeliveryProgress = Pick<PortalDelivery, "status" | "attempts" | "endpoint"> & {
  nextAttemptAt: Date | string | null;
};

/** The progress columns of every list of deliveries. */
export const PROGRESS_COLUMNS: Record<"status" | "attempts" | "next", Column<DeliveryProgress>> = {
  status: { header: "Status", cell: (row) => <DeliveryStatus {...row} /> },
  attempts: {
    header: "Attempts",
    align: "end",
    cell: ({ attempts }) => <span className="tabular-nums">{attempts}</span>,
  },
  next: { header: "Next attempt", align: "end", cell: (row) => <NextAttempt {...row} /> },
};

/** When the next attempt is due. A due attempt starts as soon as its endpoint has capacity. */
export function NextAttempt({ nextAttemptAt: at, endpoint }: Pick<DeliveryProgress, "nextAttemptAt" | "endpoint">) {
  if (at === null) return NONE;
  const isDue = new Date(at).getTime() <= Date.now();
  if (endpoint.status === "paused") {
    return (
      <span className="whitespace-nowrap" suppressHydrationWarning>
        {isDue ? "on resume" : "when due, once resumed"}
      </span>
    );
  }
  return isDue ? <span suppressHydrationWarning>now</span> : <Time at={at} />;
}

const event = (withEndpoint: boolean): Column<PortalDelivery> => ({
  header: "Event",
  primary: true,
  cell: ({ type, endpoint, isRehearsal }) => (
    <span className="block min-w-0">
      <span className="flex flex-wrap items-center gap-2">
        <span className="break-words font-mono text-xs md:whitespace-nowrap">{type}</span>
        <RehearsalBadge shown={isRehearsal} />
      </span>
      {withEndpoint ? (
        <span className="block truncate font-normal text-muted text-xs md:max-w-56" title={endpoint.url}>
          {receiverText(endpoint)}
        </span>
      ) : null}
    </span>
  ),
});

const COLUMNS: readonly Column<PortalDelivery>[] = [
  PROGRESS_COLUMNS.status,
  { header: "Last response", cell: ({ lastAttempt }) => <LastAnswer attempt={lastAttempt} /> },
  PROGRESS_COLUMNS.attempts,
  PROGRESS_COLUMNS.next,
  { header: "Created", align: "end", sorts: true, cell: ({ createdAt }) => <Time at={createdAt} /> },
];
const OF_ALL = [event(true), ...COLUMNS];
const OF_ONE = [event(false), ...COLUMNS];

export const deliveryColumns = (ofOneEndpoint: boolean): readonly Column<PortalDelivery>[] =>
  ofOneEndpoint ? OF_ONE : OF_ALL;

function LastAnswer({ attempt }: { attempt: PortalDelivery["lastAttempt"] }) {
  if (!attempt) return NONE;
  const { responseStatus, error, succeeded, durationMs } = attempt;
  return (
    <span className="block md:min-w-40 md:max-w-48">
      <span className="flex flex-wrap items-baseline gap-x-2">
        <span className={cn("font-mono text-xs", succeeded || "text-harm")}>
          {responseStatus === null ? "no response" : `HTTP ${responseStatus}`}
        </span>
        <span className="whitespace-nowrap text-muted text-xs tabular-nums">{latencyText(durationMs)}</span>
      </span>
      {error ? <span className="block text-muted text-xs">{visibleText(error)}</span> : null}
    </span>
  );
}
