import { Webhook } from "lucide-react";
import type { Metadata } from "next";
import type { PageProps } from "@/app/(portal)/portal/pages";
import { debugSignatureAction } from "@/app/(portal)/portal/webhooks/actions";
import { requirePortalUser } from "@/app/session";
import { DebuggerForm } from "@/components/events/webhooks/debugger-form";
import { WebhookTabs } from "@/components/events/webhooks/endpoint";
import { EmptyState } from "@/components/ui/callout";
import { ButtonLink } from "@/components/ui/link";
import { PageHeader } from "@/components/ui/page-header";
import { listReceivers } from "@/lib/domain/events";
import { deliveryFacts } from "@/lib/domain/events/reference";

export const metadata: Metadata = { title: "Signature debugger" };

/** Says why a signature doesn't verify. Contract: Events, 2 and 3. */
export default async function DebuggerPage({ searchParams }: PageProps) {
  const ctx = await requirePortalUser("manage_integration");
  const endpoints = (await listReceivers(ctx)).filter(({ status }) => status !== "deleted");
  const { endpoint } = await searchParams;
  const chosen = endpoints.find(({ id }) => id === endpoint) ?? endpoints[0];
  return (
    <>
      <PageHeader
        title="Webhooks"
        description="Paste a message your receiver rejected to see which part doesn’t match."
      />
      <WebhookTabs current="debugger" />
      {chosen ? (
        <DebuggerForm
          debug={debugSignatureAction}
          most={deliveryFacts().pastedKb}
          endpoints={endpoints.map(({ id, url, description }) => ({
            value: id,
            label: description ? `${description} (${url})` : url,
          }))}
          chosen={chosen.id}
        />
      ) : (
        <EmptyState
          title="No endpoint yet"
          icon={<Webhook />}
          actions={
            <ButtonLink href="/portal/webhooks/new" variant="primary">
              Add an endpoint
            </ButtonLink>
          }
        >
          We check signatures against the secrets of your endpoints.
        </EmptyState>
      )}
    </>
  );
}
