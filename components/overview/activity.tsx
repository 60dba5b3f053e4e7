import Link from "next/link";
import { cn } from "@/components/ui/cn";
import { counted, countText, cutCountText } from "@/components/ui/format";
import { ButtonLink, TextLink } from "@/components/ui/link";
import { Skeleton } from "@/components/ui/progress";
import { Section } from "@/components/ui/section";
import { TrendChart } from "@/components/ui/trend-chart";
import type { RequestFigures } from "@/lib/api/request-log/request-figures";
import type { AttemptsFrom, DeliveryFigures } from "@/lib/domain/events";

/** What the overview’s chart may show, by the word in its URL. */
export const CHARTS = ["calls", "webhooks"] as const;
export type Chart = (typeof CHARTS)[number];

const LABELS: Record<Chart, string> = { calls: "API calls", webhooks: "Webhooks" };
const LISTS: Record<Chart, string> = { calls: "/portal/requests", webhooks: "/portal/webhooks/deliveries" };

export type ActivityProps = { zone: string | undefined } & (
  | { chart: "calls"; figures: RequestFigures }
  | {
      chart: "webhooks";
      figures: DeliveryFigures;
      hours: AttemptsFrom[];
      endpoints: { all: number; failing: number };
      /** Where counting pending deliveries stops. */
      most: number;
    }
);

/** The last 24 hours by hour, beside a usual day: calls or webhooks, as the URL says. */
export const Activity = (props: ActivityProps) => (
  <ActivitySection chart={props.chart}>
    {props.chart === "calls" ? <Calls {...props} /> : <Webhooks {...props} />}
  </ActivitySection>
);

/** The same height while it is counted. */
export const ActivitySkeleton = ({ chart }: { chart: Chart }) => (
  <ActivitySection chart={chart}>
    <Skeleton className="h-53" />
  </ActivitySection>
);

const ActivitySection = ({ chart, children }: { chart: Chart; children: React.ReactNode }) => (
  <Section
    id="activity"
    title="Last 24 hours"
    actions={
      <nav aria-label="Chart" className="-my-1 flex">
        {CHARTS.map((each) => (
          <Link
            key={each}
            href={`/portal?chart=${each}`}
            scroll={false}
            aria-current={each === chart ? "true" : undefined}
            className={cn(
              "rounded-full px-3 py-1 text-muted hover:text-ink",
              each === chart && "bg-sunken font-medium text-ink",
            )}
          >
            {LABELS[each]}
          </Link>
        ))}
      </nav>
    }
  >
    {children}
  </Section>
);

const ago = (list: string, query: string): string => `${list}?${query}&range=24h`;

function Calls({ figures: { last24h, daily, days, hours }, zone }: Extract<ActivityProps, { chart: "calls" }>) {
  if (days === 0) return <None text="No calls in the last 7 days" href="/docs" action="Documentation" />;
  return (
    <>
      <p className="text-muted">
        <TextLink href={`${LISTS.calls}?range=24h`}>{counted(last24h.requests, "call")}</TextLink>
        {days > 1 ? `, ${countText(daily.requests)} on a usual day` : ", your first day"}
      </p>
      <TrendChart
        label="By hour"
        zone={zone}
        isShort
        series={[
          { key: "succeeded", label: "Succeeded", tone: "accent" },
          { key: "refused", label: "Rejected", tone: "neutral", href: ago(LISTS.calls, "status=4xx") },
          { key: "failed", label: "Failed", tone: "harm", href: ago(LISTS.calls, "status=5xx") },
        ]}
        data={hours.map(({ at, requests, refused, failed }) => ({
          at: at.toISOString(),
          succeeded: requests - refused - failed,
          refused,
          failed,
        }))}
      />
    </>
  );
}

function Webhooks({ figures, hours, endpoints, most, zone }: Extract<ActivityProps, { chart: "webhooks" }>) {
  const { last24h, daily, days, waiting } = figures;
  if (endpoints.all === 0)
    return <None text="No webhook endpoints" href="/portal/webhooks/new" action="Add endpoint" />;
  return (
    <>
      <p className="text-muted">
        <TextLink href={ago(LISTS.webhooks, "status=delivered")}>{countText(last24h.delivered)} delivered</TextLink>
        {days > 1 ? `, ${countText(daily.delivered)} on a usual day` : null},{" "}
        <TextLink href={`${LISTS.webhooks}?status=pending`}>{cutCountText(waiting, most)} pending</TextLink>
        {endpoints.failing > 0 ? (
          <>
            ,{" "}
            <TextLink href="/portal/webhooks">{`${endpoints.failing} of ${endpoints.all} endpoints failing`}</TextLink>
          </>
        ) : null}
      </p>
      <TrendChart
        label="Attempts by hour"
        zone={zone}
        isShort
        series={[
          { key: "succeeded", label: "Succeeded", tone: "accent" },
          { key: "failed", label: "Failed", tone: "harm", href: ago(LISTS.webhooks, "status=failed") },
        ]}
        data={hours.map(({ at, attempts, succeeded }) => ({
          at: at.toISOString(),
          succeeded,
          failed: attempts - succeeded,
        }))}
      />
    </>
  );
}

const None = ({ text, href, action }: { text: string; href: string; action: string }) => (
  <p className="flex flex-wrap items-center gap-4 border-line border-t py-4 text-muted">
    {text}
    <ButtonLink href={href} size="sm">
      {action}
    </ButtonLink>
  </p>
);
