import type { Metadata } from "next";
import { requirePortalUser } from "@/app/session";
import { EndpointNew } from "@/components/events/webhooks/endpoint-forms";
import { eventTypeGroups } from "@/lib/domain/events";
import { deliveryFacts } from "@/lib/domain/events/reference";
import { newId } from "@/lib/platform/ids";
import { createEndpointAction, sendTestAction } from "../actions";

export const metadata: Metadata = { title: "Add an endpoint" };

/** Adds an endpoint. Contract: Authentication, 8. */
export default async function NewEndpointPage() {
  await requirePortalUser("manage_integration");
  return (
    <EndpointNew
      groups={eventTypeGroups()}
      facts={deliveryFacts()}
      create={createEndpointAction}
      test={{ send: sendTestAction, press: newId() }}
    />
  );
}
