import { ChevronRight } from "lucide-react";
import { KeyValue } from "@/components/ui/card";
import { CodeBlock } from "@/components/ui/code-block";
import { CopyId } from "@/components/ui/copy";
import { TextLink } from "@/components/ui/link";
import { PageSection } from "@/components/ui/page-header";
import { Time } from "@/components/ui/time";
import type { PortalDelivery } from "@/lib/domain/events";
import type { ShownAttempt } from "@/lib/domain/events/get-delivery";
import { AttemptResult, AttemptView } from "./attempt-view";
import { NextAttempt } from "./delivery-columns";
import { visibleJson, visibleText } from "./texts";

export function DeliveryFacts({ delivery }: { delivery: PortalDelivery }) {
  const { id, eventId, createdAt, attempts, endpoint } = delivery;
  return (
    <section aria-label="Facts" className="rounded-lg border border-line bg-surface px-4 py-1 md:px-6">
      <KeyValue
        columns={2}
        items={[
          { label: "Delivery", value: <CopyId value={id} label="delivery id" /> },
          {
            label: "Event",
            value: (
              <TextLink href={`/portal/events/${eventId}`} className="font-mono text-xs">
                {eventId}
              </TextLink>
            ),
          },
          { label: "Endpoint", value: <Receiver {...endpoint} /> },
          { label: "Created", value: <Time at={createdAt} as="datetime" /> },
          { label: "Attempts", value: <span className="tabular-nums">{attempts}</span> },
          { label: "Next attempt", value: <NextAttempt {...delivery} /> },
        ]}
      />
    </section>
  );
}

function Receiver({ id, url, description, status }: PortalDelivery["endpoint"]) {
  if (status === "deleted") return <>{description ?? url} (deleted)</>;
  return (
    <TextLink href={`/portal/webhooks/${id}`} className="wrap-anywhere">
      {description ?? url}
    </TextLink>
  );
}

/** The delivery's event, formatted. Each attempt shows the exact bytes. */
export function DeliveryPayload({ body }: { body: string }) {
  return (
    <PageSection id="payload" title="Payload">
      <CodeBlock label="Formatted" code={laidOut(body)} wrap maxHeight="md" />
    </PageSection>
  );
}

function laidOut(body: string): string {
  try {
    return visibleJson(JSON.stringify(JSON.parse(body), null, 2));
  } catch {
    return visibleText(body);
  }
}

type DeliveryAttemptsProps = {
  attempts: readonly { number: number; attempt: ShownAttempt }[];
  isFirstPage: boolean;
  status: PortalDelivery["status"];
};

/** The attempts, newest first. The newest one is open. */
export function DeliveryAttempts({ attempts, isFirstPage, status }: DeliveryAttemptsProps) {
  return (
    <section aria-labelledby="attempts" className="flex flex-col gap-3">
      <div>
        <h2 id="attempts" className="font-semibold text-base">
          Attempts
        </h2>
        <p className="max-w-prose text-muted text-sm">
          {attempts.length === 0
            ? status === "pending"
              ? "No attempts yet. The first one appears here."
              : "No attempts were made."
            : "A copied curl command sends the same bytes and signature. Receivers that check the signature’s time reject it after a few minutes. Resend creates a new signature."}
        </p>
      </div>
      {attempts.map(({ number, attempt }, index) => (
        <details
          key={number}
          open={isFirstPage && index === 0}
          className="group rounded-lg border border-line bg-surface"
        >
          <summary className="flex cursor-pointer flex-wrap items-center gap-x-4 gap-y-2 list-none rounded-lg p-4 text-sm hover:bg-sunken md:px-6 [&::-webkit-details-marker]:hidden">
            <ChevronRight className="size-4 text-muted group-open:rotate-90" aria-hidden />
            <span className="font-medium tabular-nums">Attempt {number}</span>
            <Time at={attempt.at} className="text-muted" />
            <span className="flex min-w-0 flex-wrap items-center gap-x-4 gap-y-2 group-open:hidden">
              <AttemptResult {...attempt} />
              {attempt.error ? (
                <span className="wrap-anywhere text-muted text-xs">{visibleText(attempt.error)}</span>
              ) : null}
            </span>
          </summary>
          <div className="p-4 md:px-6 md:pb-6">
            <AttemptView attempt={attempt} />
          </div>
        </details>
      ))}
    </section>
  );
}
