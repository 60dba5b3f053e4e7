import type { EndpointHealth } from "@/lib/domain/webhooks/endpoint-health";
import { isAiling, latencyText, successText } from "./endpoint-texts";

const SPANS = [
  { key: "last24h", label: "24 h" },
  { key: "last7d", label: "7 d" },
] as const;

/** How sending to an endpoint goes, in two short lines: a day and a week. */
export function EndpointHealthLine({ health }: { health: EndpointHealth }) {
  if (health.last7d.attempts === 0) return <span className="text-muted">Nothing sent in 7 days</span>;
  return (
    <span className="inline-grid grid-cols-[auto_auto_auto] gap-x-4 gap-y-1 text-left tabular-nums">
      {SPANS.map(({ key, label }) => {
        const attempts = health[key];
        return (
          <span key={key} className="contents">
            <span className="whitespace-nowrap text-muted">{label}</span>
            <span className={isAiling(attempts) ? "text-harm" : undefined}>
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
