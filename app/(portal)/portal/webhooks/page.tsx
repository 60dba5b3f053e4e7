import { Plus } from "lucide-react";
import type { Metadata } from "next";
import { requirePortalUser } from "@/app/session";
import { WebhookTabs } from "@/components/events/webhooks/endpoint";
import { EndpointList } from "@/components/events/webhooks/endpoint-list";
import { Badge } from "@/components/ui/badge";
import { Callout } from "@/components/ui/callout";
import { ButtonLink } from "@/components/ui/link";
import { PageHeader } from "@/components/ui/page-header";
import { listEndpoints, MAX_ENDPOINTS } from "@/lib/domain/events";

export const metadata: Metadata = { title: "Webhooks" };

/** The partner's endpoints and their health. Contract: Authentication, 8. */
export default async function WebhooksPage() {
  const ctx = await requirePortalUser("manage_integration");
  const endpoints = await listEndpoints(ctx);
  const full = endpoints.length >= MAX_ENDPOINTS;
  return (
    <>
      <PageHeader
        title="Webhooks"
        description="We post each event to your endpoints, signed, and retry failed deliveries."
        meta={
          <Badge tone={full ? "waiting" : "neutral"}>
            {endpoints.length} of {MAX_ENDPOINTS} endpoints
          </Badge>
        }
        actions={
          endpoints.length > 0 && !full ? (
            <ButtonLink href="/portal/webhooks/new" variant="primary" icon={<Plus aria-hidden />}>
              Add an endpoint
            </ButtonLink>
          ) : null
        }
      />
      <WebhookTabs current="endpoints" />
      <div className="flex flex-col gap-4">
        {full ? (
          <Callout tone="waiting" title={`You have ${MAX_ENDPOINTS} endpoints, the maximum`}>
            Delete an endpoint you no longer need to add another.
          </Callout>
        ) : null}
        <EndpointList endpoints={endpoints} />
      </div>
    </>
  );
}
