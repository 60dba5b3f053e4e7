import { StatusBadge } from "@/components/ui/badge";
import { Time } from "@/components/ui/time";
import type { ListedEndpoint } from "@/lib/domain/webhooks/endpoints";

/** Whether an endpoint gets events, and since when nothing has arrived there. */
export function EndpointStatus({ status, failingSince }: Pick<ListedEndpoint, "status" | "failingSince">) {
  return (
    <span className="inline-flex flex-wrap items-center gap-2">
      {status === "paused" ? <StatusBadge tone="waiting">Paused</StatusBadge> : null}
      {failingSince ? (
        <>
          <StatusBadge tone="harm">Failing since</StatusBadge>
          <Time at={failingSince} as="datetime" className="text-muted text-xs" />
        </>
      ) : null}
      {status === "enabled" && !failingSince ? <StatusBadge tone="done">Enabled</StatusBadge> : null}
    </span>
  );
}
