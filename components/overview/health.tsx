import type { ReactNode } from "react";
import { EmptyState } from "@/components/ui/callout";
import { Card, CardBody } from "@/components/ui/card";
import { countText, cutCountText } from "@/components/ui/format";
import { ButtonLink } from "@/components/ui/link";
import { Stat, StatRow } from "@/components/ui/page-header";
import { Skeleton } from "@/components/ui/progress";
import { Section } from "@/components/ui/section";
import { TrendChart } from "@/components/ui/trend-chart";
import type { Counts, RequestFigures } from "@/lib/api/request-log/request-figures";
import type { DeliveryFigures } from "@/lib/domain/events";

const LOG = "/portal/requests";
const FIGURES: readonly { key: keyof Counts; label: string; query: string }[] = [
  { key: "requests", label: "Requests", query: "range=24h" },
  { key: "refused", label: "Rejected (4xx)", query: "range=24h&status=4xx" },
  { key: "failed", label: "Failed on our side (5xx)", query: "range=24h&status=5xx" },
];
const SERIES = [
  { key: "succeeded", label: "Succeeded", tone: "accent" },
  { key: "refused", label: "Rejected", tone: "neutral" },
  { key: "failed", label: "Failed", tone: "harm" },
] as const;

/** Calls of the last 24 hours beside the daily average. Each figure links to its calls. */
export function Health({ figures }: { figures: RequestFigures }) {
  const { last24h, daily, days, hours } = figures;
  if (days === 0) {
    return (
      <HealthSection id="health" of="Calls" list={LOG}>
        <Card>
          <EmptyState title="No calls in the last 7 days" actions={<ButtonLink href="/docs">API reference</ButtonLink>}>
            Every call with your keys counts, including rejected ones.
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

/** The same layout while calls are counted. */
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

const ENDPOINTS = "/portal/webhooks";
const DELIVERIES = `${ENDPOINTS}/deliveries`;

type DeliveryHealthProps = {
  figures: DeliveryFigures;
  /** Where counting pending deliveries stops. */
  most: number;
  endpoints: { all: number; failing: number };
};

/** Webhooks of the last 24 hours beside the daily average. Each figure links to its list. */
export function DeliveryHealth({ figures: { last24h, daily, days, waiting }, most, endpoints }: DeliveryHealthProps) {
  const usual = (mean: number) =>
    days > 1
      ? `${countText(mean)} a day over ${days} days`
      : days === 1
        ? "Your first day of webhooks"
        : "None this week";
  return (
    <HealthSection id="deliveries" of="Webhooks" list={DELIVERIES}>
      <StatRow>
        <Stat
          label="Delivered"
          value={countText(last24h.delivered)}
          hint={usual(daily.delivered)}
          href={`${DELIVERIES}?status=delivered&range=24h`}
        />
        <Stat
          label="Failed"
          value={countText(last24h.failed)}
          tone={last24h.failed > 0 ? "harm" : "neutral"}
          hint={usual(daily.failed)}
          href={`${DELIVERIES}?status=failed&range=24h`}
        />
        <Stat
          label="Pending"
          value={cutCountText(waiting, most)}
          hint="Waiting for the next attempt"
          href={`${DELIVERIES}?status=pending`}
        />
        <Stat
          label="Endpoints failing"
          value={endpoints.failing}
          tone={endpoints.failing > 0 ? "harm" : "neutral"}
          hint={`Of ${endpoints.all}. Paused ones don’t count.`}
          href={ENDPOINTS}
        />
      </StatRow>
    </HealthSection>
  );
}

/** The same layout while deliveries are counted. */
export function DeliveryHealthSkeleton() {
  return (
    <HealthSection id="deliveries" of="Webhooks" list={DELIVERIES}>
      <div aria-hidden className="grid grid-cols-2 gap-3 md:gap-4 lg:grid-cols-4">
        {["a", "b", "c", "d"].map((name) => (
          <Skeleton key={name} className="h-28" />
        ))}
      </div>
    </HealthSection>
  );
}

type HealthSectionProps = {
  id: string;
  /** What is counted, such as "Calls". */
  of: string;
  /** The page that lists them. */
  list: string;
  children: ReactNode;
};

/** Figures of the last 24 hours, with a link to the last week. */
function HealthSection({ id, of, list, children }: HealthSectionProps) {
  return (
    <Section
      id={id}
      title={`${of} in the last 24 hours`}
      actions={
        <ButtonLink href={`${list}?range=7d`} size="sm">
          Last 7 days
        </ButtonLink>
      }
      className="gap-4"
    >
      {children}
    </Section>
  );
}
