import { EmptyState } from "@/components/ui/callout";
import { Card, CardBody } from "@/components/ui/card";
import { ButtonLink } from "@/components/ui/link";
import { Stat } from "@/components/ui/page-header";
import { Skeleton } from "@/components/ui/progress";
import { TrendChart } from "@/components/ui/trend-chart";
import type { Counts, RequestFigures } from "@/lib/api/request-log/request-figures";
import { countText } from "./count-text";
import { HealthSection } from "./health-section";

const LOG = "/portal/requests";
const FIGURES: readonly { key: keyof Counts; label: string; query: string }[] = [
  { key: "requests", label: "Requests", query: "range=24h" },
  { key: "refused", label: "Refused (4xx)", query: "range=24h&status=4xx" },
  { key: "failed", label: "Failed on our side (5xx)", query: "range=24h&status=5xx" },
];
const SERIES = [
  { key: "succeeded", label: "Succeeded", tone: "accent" },
  { key: "refused", label: "Refused", tone: "neutral" },
  { key: "failed", label: "Failed", tone: "harm" },
] as const;

/** How the last 24 hours of calls went, beside what is usual. Each figure leads to its calls. */
export function Health({ figures }: { figures: RequestFigures }) {
  const { last24h, daily, days, hours } = figures;
  if (days === 0) {
    return (
      <HealthSection id="health" of="Calls" list={LOG}>
        <Card>
          <EmptyState title="No calls in the last 7 days" actions={<ButtonLink href="/docs">API reference</ButtonLink>}>
            Each call with one of your keys is counted here, refused ones too.
          </EmptyState>
        </Card>
      </HealthSection>
    );
  }
  return (
    <HealthSection id="health" of="Calls" list={LOG}>
      <dl className="grid grid-cols-2 gap-3 max-md:[&>*:first-child]:col-span-2 md:grid-cols-3 md:gap-4">
        {FIGURES.map(({ key, label, query }) => (
          <Stat
            key={key}
            label={label}
            value={countText(last24h[key])}
            tone={key === "failed" && last24h.failed > 0 ? "harm" : "neutral"}
            hint={days > 1 ? `${countText(daily[key])} a day over ${days} days` : "Your first day of calls"}
            href={`${LOG}?${query}`}
          />
        ))}
      </dl>
      <Card>
        <CardBody>
          <TrendChart
            label="By hour, UTC"
            series={SERIES}
            data={hours.map(({ at, requests, refused, failed }) => ({
              at: at.toISOString(),
              succeeded: requests - refused - failed,
              refused,
              failed,
            }))}
          />
        </CardBody>
      </Card>
    </HealthSection>
  );
}

/** The same shape, while the calls are counted. */
export function HealthSkeleton() {
  return (
    <HealthSection id="health" of="Calls" list={LOG}>
      <div aria-hidden className="flex flex-col gap-4">
        <Skeleton className="h-24" />
        <Skeleton className="h-64" />
      </div>
    </HealthSection>
  );
}
