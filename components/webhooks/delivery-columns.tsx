import { cn } from "@/components/ui/cn";
import type { Column } from "@/components/ui/data-list";
import { Time } from "@/components/ui/time";
import type { PortalDelivery } from "@/lib/domain/webhooks/delivery-schemas";
import { visibleText } from "./attempt-text";
import { latencyText, receiverText } from "./endpoint-texts";
import { NONE, STANDING } from "./standing-columns";

const event = (withEndpoint: boolean): Column<PortalDelivery> => ({
  id: "event",
  header: "Event",
  primary: true,
  cell: ({ type, endpoint }) => (
    <span className="block min-w-0">
      <span className="block break-words font-mono text-xs md:whitespace-nowrap">{type}</span>
      {withEndpoint ? (
        <span className="block truncate font-normal text-muted text-xs md:max-w-56" title={endpoint.url}>
          {receiverText(endpoint)}
        </span>
      ) : null}
    </span>
  ),
});

const COLUMNS: readonly Column<PortalDelivery>[] = [
  STANDING.status,
  { id: "last", header: "Last answer", cell: ({ lastAttempt }) => <LastAnswer attempt={lastAttempt} /> },
  STANDING.attempts,
  STANDING.next,
  { id: "at", header: "Made", align: "end", cell: ({ createdAt }) => <Time at={createdAt} /> },
];
const OF_ALL = [event(true), ...COLUMNS];
const OF_ONE = [event(false), ...COLUMNS];

/** The columns of a list of deliveries: everywhere, or of one endpoint. */
export const deliveryColumns = (ofOneEndpoint: boolean): readonly Column<PortalDelivery>[] =>
  ofOneEndpoint ? OF_ONE : OF_ALL;

function LastAnswer({ attempt }: { attempt: PortalDelivery["lastAttempt"] }) {
  if (!attempt) return NONE;
  const { responseStatus, error, succeeded, durationMs } = attempt;
  return (
    <span className="block md:min-w-40 md:max-w-48">
      <span className="flex flex-wrap items-baseline gap-x-2">
        <span className={cn("font-mono text-xs", succeeded || "text-harm")}>
          {responseStatus === null ? "no answer" : `HTTP ${responseStatus}`}
        </span>
        <span className="whitespace-nowrap text-muted text-xs tabular-nums">{latencyText(durationMs)}</span>
      </span>
      {error ? <span className="block text-muted text-xs">{visibleText(error)}</span> : null}
    </span>
  );
}
