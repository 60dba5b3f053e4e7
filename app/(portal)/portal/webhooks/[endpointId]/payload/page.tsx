import type { Metadata } from "next";
import { notFound } from "next/navigation";
import type { PageProps } from "@/app/(portal)/portal/pages";
import { savePayloadAction } from "@/app/(portal)/portal/webhooks/actions";
import { requirePortalUser } from "@/app/session";
import { EndpointHeader } from "@/components/events/webhooks/endpoint";
import { PayloadForm } from "@/components/events/webhooks/payload-form";
import { SectionCard } from "@/components/ui/card";
import { TextLink } from "@/components/ui/link";
import { currentEdits, findEndpoint, previewEdits } from "@/lib/domain/events";

export const metadata: Metadata = { title: "Payload" };

/** Edits what an endpoint gets, before it is signed. */
export default async function PayloadPage({ params }: PageProps<"endpointId">) {
  const ctx = await requirePortalUser("manage_integration");
  const { endpointId } = await params;
  const endpoint = await findEndpoint(ctx, { endpointId });
  if (!endpoint) notFound();
  const edits = await currentEdits(endpoint.id);
  const preview = await previewEdits(ctx, { endpointId: endpoint.id, edits });
  return (
    <>
      <EndpointHeader endpoint={endpoint} current="payload" />
      <SectionCard
        id="payload"
        title="Edit payloads"
        description={
          <>
            Drop, rename or add fields before we sign and send.{" "}
            <TextLink href="/docs/webhooks#payload-edits">How edits work</TextLink>
          </>
        }
      >
        <PayloadForm
          edits={edits ? JSON.stringify(edits, null, 2) : ""}
          preview={preview}
          save={savePayloadAction.bind(null, endpoint.id)}
        />
      </SectionCard>
    </>
  );
}
