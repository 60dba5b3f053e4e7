import { EmptyState } from "@/components/ui/callout";
import { ButtonLink } from "@/components/ui/link";

/** Why a list of deliveries is empty, and what to do about it. */
export function NoDelivery({ isFiltered, hasEndpoint }: { isFiltered: boolean; hasEndpoint: boolean }) {
  if (isFiltered) {
    return <EmptyState title="No delivery matches these filters">Widen the time or clear a filter.</EmptyState>;
  }
  if (!hasEndpoint) {
    return (
      <EmptyState
        title="Nothing is delivered yet"
        actions={<ButtonLink href="/portal/webhooks/new">Register an endpoint</ButtonLink>}
      >
        Register an endpoint, and each event from then on is delivered to it and listed here.
      </EmptyState>
    );
  }
  return (
    <EmptyState title="No deliveries yet">
      Each event is listed here as it happens, with every attempt to deliver it. They are kept for 90 days. A test event
      is not listed: its answer is shown where you send it.
    </EmptyState>
  );
}
