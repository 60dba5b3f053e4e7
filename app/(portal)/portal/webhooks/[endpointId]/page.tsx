import type { Metadata } from "next";
import { notFound } from "next/navigation";
import type { PageProps } from "@/app/(portal)/portal/pages";
import { readerZone } from "@/app/reader-zone";
import { requirePortalUser } from "@/app/session";
import { EndpointHeader, EndpointHealth, EndpointPause, HEALTH_RANGES } from "@/components/events/webhooks/endpoint";
import { EndpointDelete } from "@/components/events/webhooks/endpoint-delete";
import { EndpointSettings } from "@/components/events/webhooks/endpoint-forms";
import { EndpointMissed } from "@/components/events/webhooks/endpoint-missed";
import { SecretCard } from "@/components/events/webhooks/secret-card";
import { triesText, waitingText } from "@/components/events/webhooks/texts";
import { Callout } from "@/components/ui/callout";
import { Card, CardHeader, SectionCard } from "@/components/ui/card";
import { CopyId } from "@/components/ui/copy";
import { cutCountText } from "@/components/ui/format";
import { ButtonLink } from "@/components/ui/link";
import { Time } from "@/components/ui/time";
import { eventTypeGroups, findEndpoint, WAITING_SHOWN } from "@/lib/domain/events";
import { deliveryFacts } from "@/lib/domain/events/reference";
import {
  answerMissedAction,
  deleteEndpointAction,
  editEndpointAction,
  endOverlapAction,
  revealSecretAction,
  rotateSecretAction,
  setEndpointStatusAction,
} from "../actions";

export const metadata: Metadata = { title: "Endpoint" };

/** One endpoint: its health, settings and secret. */
export default async function EndpointPage({ params, searchParams }: PageProps<"endpointId">) {
  const ctx = await requirePortalUser("manage_integration");
  const { endpointId: id } = await params;
  const zone = await readerZone();
  const endpoint = await findEndpoint(ctx, { endpointId: id, zone });
  if (!endpoint) notFound();
  const { range } = await searchParams;
  const waiting = cutCountText(endpoint.waiting, WAITING_SHOWN);
  return (
    <>
      <EndpointHeader
        endpoint={endpoint}
        current="overview"
        actions={
          <EndpointPause
            status={endpoint.status}
            waiting={waiting}
            setStatus={setEndpointStatusAction.bind(null, endpoint.id)}
          />
        }
      />
      <div className="flex flex-col gap-8">
        <EndpointNotice {...endpoint} waiting={waiting} />
        {endpoint.missed ? (
          <EndpointMissed
            missed={endpoint.missed}
            most={WAITING_SHOWN}
            answer={answerMissedAction.bind(null, endpoint.id)}
          />
        ) : null}
        <EndpointHealth
          health={endpoint.health}
          range={HEALTH_RANGES.find((each) => each === range) ?? "24h"}
          zone={zone}
        />
        <SecretCard
          secret={endpoint.secret}
          reveal={revealSecretAction.bind(null, endpoint.id)}
          rotate={rotateSecretAction.bind(null, endpoint.id)}
          endOverlap={endOverlapAction.bind(null, endpoint.id)}
        />
        <SectionCard
          id="settings"
          title="Settings"
          description={
            <>
              Registered <Time at={endpoint.createdAt} />
              {endpoint.createdBy ? ` by ${endpoint.createdBy}` : ""}, as{" "}
              <CopyId value={endpoint.id} label="endpoint id" />
            </>
          }
        >
          <EndpointSettings
            endpoint={endpoint}
            groups={eventTypeGroups()}
            facts={deliveryFacts()}
            edit={editEndpointAction.bind(null, endpoint.id)}
          />
        </SectionCard>
        <Card as="section" aria-labelledby="delete">
          <CardHeader
            id="delete"
            title="Delete"
            description="To stop sending only for a while, pause the endpoint instead."
            actions={
              <EndpointDelete
                url={endpoint.url}
                waiting={waiting}
                remove={deleteEndpointAction.bind(null, endpoint.id)}
              />
            }
          />
        </Card>
      </div>
    </>
  );
}

type EndpointNoticeProps = { id: string; status: "enabled" | "paused"; failingSince: Date | null; waiting: string };

function EndpointNotice({ id, status, failingSince, waiting }: EndpointNoticeProps) {
  const kept = waiting === "0" ? "No pending deliveries." : `${waitingText(waiting)}.`;
  if (status === "paused") {
    return (
      <Callout tone="waiting" title="Nothing is sent while the endpoint is paused">
        {kept} New events aren’t queued for it. When you resume, we offer to send them.
      </Callout>
    );
  }
  if (!failingSince) return null;
  return (
    <Callout
      tone="harm"
      title="Deliveries are failing"
      actions={
        <ButtonLink href={`/portal/webhooks/${id}/deliveries`} size="sm">
          View deliveries
        </ButtonLink>
      }
    >
      Every attempt since <Time at={failingSince} as="datetime" /> failed. {kept} We try each delivery{" "}
      {triesText(deliveryFacts())}. After that, you can replay it.
    </Callout>
  );
}
