import { Stat, StatRow } from "@/components/ui/page-header";
import { Skeleton } from "@/components/ui/progress";
import type { DeliveryFigures } from "@/lib/domain/webhooks";
import { countText, cutCountText } from "./count-text";
import { HealthSection } from "./health-section";

const ENDPOINTS = "/portal/webhooks";
const DELIVERIES = `${ENDPOINTS}/deliveries`;

type DeliveryHealthProps = {
  figures: DeliveryFigures;
  /** Beyond it the count of what waits was stopped. */
  most: number;
  endpoints: { all: number; failing: number };
};

/** How the webhooks of the last 24 hours went, beside what is usual. Each figure leads to its list. */
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
          hint="Wait for their next attempt"
          href={`${DELIVERIES}?status=pending`}
        />
        <Stat
          label="Endpoints failing"
          value={endpoints.failing}
          tone={endpoints.failing > 0 ? "harm" : "neutral"}
          hint={`Of ${endpoints.all}; paused ones do not count`}
          href={ENDPOINTS}
        />
      </StatRow>
    </HealthSection>
  );
}

/** The same shape, while the deliveries are counted. */
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
