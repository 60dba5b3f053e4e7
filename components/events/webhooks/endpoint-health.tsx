import Link from "next/link";
import { EmptyState } from "@/components/ui/callout";
import { Card, CardBody, CardHeader } from "@/components/ui/card";
import { cn } from "@/components/ui/cn";
import { Stat, StatRow } from "@/components/ui/page-header";
import { TrendChart } from "@/components/ui/trend-chart";
import type { EndpointHealth as Health } from "@/lib/domain/events/endpoint-health";
import { isUnhealthy, latencyText, successText } from "./texts";

/** The ranges of the chart, by their name in the URL. */
export const HEALTH_RANGES = ["24h", "7d"] as const;
type HealthRange = (typeof HEALTH_RANGES)[number];

const LABELS: Record<HealthRange, { link: string; chart: string }> = {
  "24h": { link: "24 hours", chart: "By hour, UTC" },
  "7d": { link: "7 days", chart: "By day, UTC" },
};
const SERIES = [
  { key: "succeeded", label: "Succeeded", tone: "accent" },
  { key: "failed", label: "Failed", tone: "harm" },
] as const;

/** An endpoint's health over a day and a week. */
export function EndpointHealth({ health, range }: { health: Health; range: HealthRange }) {
  const { last24h, last7d } = health;
  if (last7d.attempts === 0) {
    return (
      <Card as="section" aria-label="Health">
        <EmptyState title="Nothing sent in the last 7 days">
          Success rate and latency appear here. Tests don’t count.
        </EmptyState>
      </Card>
    );
  }
  return (
    <section aria-labelledby="health" className="flex flex-col gap-4">
      <h2 id="health" className="sr-only">
        Health
      </h2>
      <StatRow>
        <Success label="Succeeded, 24 h" {...last24h} />
        <Stat label="Latency p95, 24 h" value={latencyText(last24h.p95Ms)} hint="of successful attempts" />
        <Success label="Succeeded, 7 d" {...last7d} />
        <Stat label="Latency p95, 7 d" value={latencyText(last7d.p95Ms)} hint="of successful attempts" />
      </StatRow>
      <Card>
        <CardHeader
          title="Attempts"
          actions={HEALTH_RANGES.map((each) => (
            <Link
              key={each}
              href={`?range=${each}`}
              scroll={false}
              aria-current={each === range ? "true" : undefined}
              className={cn("rounded-full px-3 py-1 text-muted text-sm", each === range && "bg-sunken text-ink")}
            >
              {LABELS[each].link}
            </Link>
          ))}
        />
        <CardBody>
          <TrendChart
            label={LABELS[range].chart}
            by={range === "24h" ? "hour" : "day"}
            series={SERIES}
            data={(range === "24h" ? health.hours : health.days).map(({ at, attempts, succeeded }) => ({
              at: at.toISOString(),
              succeeded,
              failed: attempts - succeeded,
            }))}
          />
        </CardBody>
      </Card>
    </section>
  );
}

function Success({ label, attempts, succeeded }: { label: string; attempts: number; succeeded: number }) {
  return (
    <Stat
      label={label}
      value={successText({ attempts, succeeded })}
      tone={isUnhealthy({ attempts, succeeded }) ? "harm" : "neutral"}
      hint={attempts === 1 ? "of 1 attempt" : `of ${attempts.toLocaleString("en")} attempts`}
    />
  );
}
