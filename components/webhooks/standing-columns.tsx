import type { Column } from "@/components/ui/data-list";
import { Time } from "@/components/ui/time";
import type { PortalDelivery } from "@/lib/domain/webhooks/delivery-schemas";
import { DeliveryStatus } from "./delivery-status";

/** How far a delivery is. */
export type Standing = Pick<PortalDelivery, "status" | "attempts" | "endpoint"> & {
  nextAttemptAt: Date | string | null;
};

/** What stands where there is nothing to say. */
export const NONE = <span className="text-muted">–</span>;

/** How far deliveries are, in every list of them. */
export const STANDING: Record<"status" | "attempts" | "next", Column<Standing>> = {
  status: { id: "status", header: "Status", cell: (row) => <DeliveryStatus {...row} /> },
  attempts: {
    id: "attempts",
    header: "Attempts",
    align: "end",
    cell: ({ attempts }) => <span className="tabular-nums">{attempts}</span>,
  },
  next: { id: "next", header: "Next attempt", align: "end", cell: (row) => <NextAttempt {...row} /> },
};

/** When a delivery is tried next. What is due is tried as soon as its endpoint has a place free. */
export function NextAttempt({ nextAttemptAt: at, endpoint }: Pick<Standing, "nextAttemptAt" | "endpoint">) {
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
