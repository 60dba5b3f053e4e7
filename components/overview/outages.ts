import type { Reachability } from "@/lib/domain/webhooks";
import { DAY_MS } from "@/lib/platform/duration";

/** An endpoint that nothing has reached for long; `name` is what its owners call it, or where it is. */
export type Outage = { id: string; name: string; since: string };

/** The endpoints that nothing has reached for more than a day at `now`, in the order given. */
export function longOutages(endpoints: readonly Reachability[], now: Date): Outage[] {
  return endpoints.flatMap(({ id, url, description, failingSince }) =>
    failingSince && now.getTime() - failingSince.getTime() > DAY_MS
      ? [{ id, name: description ? `“${description}”` : url, since: failingSince.toISOString() }]
      : [],
  );
}
