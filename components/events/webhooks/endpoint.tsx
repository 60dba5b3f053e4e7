import { Pause, Play } from "lucide-react";
import Link from "next/link";
import type { ReactNode } from "react";
import { StatusBadge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/callout";
import { Card, CardBody, CardHeader } from "@/components/ui/card";
import { cn } from "@/components/ui/cn";
import { ConfirmAction } from "@/components/ui/confirm-action";
import { CopyId } from "@/components/ui/copy";
import type { ActionResult } from "@/components/ui/form";
import { PageHeader, Stat, StatRow, TabNav } from "@/components/ui/page-header";
import { Time } from "@/components/ui/time";
import { TrendChart } from "@/components/ui/trend-chart";
import type { EndpointHealth as Health, ListedEndpoint } from "@/lib/domain/events/endpoints";
import { isUnhealthy, latencyText, successText, waitingText } from "./texts";

type EndpointHeaderProps = {
  endpoint: Pick<ListedEndpoint, "id" | "url" | "description" | "status" | "failingSince">;
  current: EndpointTabsProps["current"];
  actions?: ReactNode;
};

export function EndpointHeader({ endpoint, current, actions }: EndpointHeaderProps) {
  const { id, url, description } = endpoint;
  return (
    <>
      <PageHeader
        title={description ?? new URL(url).host}
        description={<CopyId value={url} label="URL" />}
        meta={<EndpointStatus {...endpoint} />}
        actions={actions}
        back={{ href: "/portal/webhooks", label: "Endpoints" }}
      />
      <EndpointTabs endpointId={id} current={current} />
    </>
  );
}

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

/** The ranges of the chart, by their name in the URL. */
export const HEALTH_RANGES = ["24h", "7d"] as const;
type HealthRange = (typeof HEALTH_RANGES)[number];

const LABELS: Record<HealthRange, { link: string; chart: string }> = {
  "24h": { link: "24 hours", chart: "By hour" },
  "7d": { link: "7 days", chart: "By day" },
};
const SERIES = [
  { key: "succeeded", label: "Succeeded", tone: "accent" },
  { key: "failed", label: "Failed", tone: "harm" },
] as const;

/** An endpoint's health over a day and a week. */
type EndpointHealthProps = { health: Health; range: HealthRange; zone: string | undefined };

export function EndpointHealth({ health, range, zone }: EndpointHealthProps) {
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
            zone={zone}
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

type EndpointPauseProps = {
  status: "enabled" | "paused";
  /** The number of pending deliveries, as text. */
  waiting: string;
  /** A server action. This component binds it on the server. */
  setStatus: (status: "enabled" | "paused") => Promise<ActionResult>;
};

/** Pauses or resumes an endpoint. The dialog says what happens to pending deliveries. */
export function EndpointPause({ status, waiting, setStatus }: EndpointPauseProps) {
  if (status === "paused") {
    return (
      <ConfirmAction
        key="resume"
        trigger={
          <Button variant="primary" icon={<Play aria-hidden />}>
            Resume
          </Button>
        }
        title="Resume this endpoint?"
        confirmLabel="Resume sending"
        tone="neutral"
        action={setStatus.bind(null, "enabled")}
        success="Endpoint resumed"
      >
        <p>
          {waiting === "0"
            ? "No pending deliveries. We’ll send new events from now on."
            : `${waitingText(waiting)}. We’ll send each one when it’s due.`}
        </p>
        <p>Events during the pause weren’t queued for this endpoint. You can send them next.</p>
      </ConfirmAction>
    );
  }
  return (
    <ConfirmAction
      key="pause"
      trigger={<Button icon={<Pause aria-hidden />}>Pause</Button>}
      title="Pause this endpoint?"
      confirmLabel="Pause sending"
      tone="neutral"
      action={setStatus.bind(null, "paused")}
      success="Endpoint paused"
    >
      <p>
        {waiting === "0"
          ? "It has no pending deliveries."
          : `${waitingText(waiting)}. We’ll send what is due after you resume.`}
      </p>
      <p>Events during the pause aren’t queued. When you resume, we offer to send them.</p>
    </ConfirmAction>
  );
}

const SECTION = "/portal/webhooks";

const PAGES = {
  endpoints: { href: SECTION, label: "Endpoints" },
  deliveries: { href: `${SECTION}/deliveries`, label: "Deliveries" },
  rehearsal: { href: `${SECTION}/rehearsal`, label: "Rehearsal" },
  debugger: { href: `${SECTION}/debugger`, label: "Signature debugger" },
};

export function WebhookTabs({ current }: { current: keyof typeof PAGES }) {
  return (
    <div className="pb-6">
      <TabNav label="Webhooks" current={PAGES[current].href} items={Object.values(PAGES)} />
    </div>
  );
}

const ENDPOINT_PAGES = {
  overview: { path: "", label: "Overview" },
  deliveries: { path: "/deliveries", label: "Deliveries" },
  payload: { path: "/payload", label: "Payload" },
  test: { path: "/test", label: "Test" },
};

export type EndpointTabsProps = { endpointId: string; current: keyof typeof ENDPOINT_PAGES };

export function EndpointTabs({ endpointId, current }: EndpointTabsProps) {
  const hrefOf = (path: string) => `${SECTION}/${endpointId}${path}`;
  return (
    <div className="pb-6">
      <TabNav
        label="Endpoint"
        current={hrefOf(ENDPOINT_PAGES[current].path)}
        items={Object.values(ENDPOINT_PAGES).map(({ path, label }) => ({ href: hrefOf(path), label }))}
      />
    </div>
  );
}
