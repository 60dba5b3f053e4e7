import { StatusBadge } from "@/components/ui/badge";
import type { PortalDelivery } from "@/lib/domain/webhooks/delivery-schemas";

type DeliveryStatusProps = Pick<PortalDelivery, "status" | "attempts" | "endpoint">;

/** Where a delivery stands. What waits for a paused endpoint waits for you. */
export function DeliveryStatus({ status, attempts, endpoint }: DeliveryStatusProps) {
  if (status === "delivered") return <StatusBadge tone="done">Delivered</StatusBadge>;
  if (status === "failed") return <StatusBadge tone="harm">Failed</StatusBadge>;
  if (endpoint.status === "paused") return <StatusBadge tone="waiting">Held by pause</StatusBadge>;
  return <StatusBadge tone="accent">{attempts > 0 ? "Retrying" : "Pending"}</StatusBadge>;
}
