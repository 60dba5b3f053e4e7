import type { Metadata } from "next";
import { requirePortalUser } from "@/app/session";
import { CreateProductionForm } from "@/components/productions/create-production-form";
import { PRODUCERS_PATH, PRODUCTIONS_PATH } from "@/components/shell/addresses";
import { EmptyState } from "@/components/ui/callout";
import { Card, CardBody } from "@/components/ui/card";
import { ButtonLink, TextLink } from "@/components/ui/link";
import { PageHeader } from "@/components/ui/page-header";
import { getPartner } from "@/lib/domain/parties/partners";
import { linkedProducerList } from "@/lib/domain/parties/producers";
import { newId } from "@/lib/platform/ids";
import { createProductionAction } from "../actions";

export const metadata: Metadata = { title: "Create a production" };

/** Registers a production for one of the partner's producers. */
export default async function NewProductionPage() {
  const ctx = await requirePortalUser("manage_records");
  const [producers, partner] = await Promise.all([linkedProducerList.read(ctx, {}), getPartner(ctx)]);
  return (
    <>
      <PageHeader
        title="Create a production"
        back={{ href: PRODUCTIONS_PATH, label: "Productions" }}
        description={
          <>
            The same as <TextLink href="/docs/productions#createProduction">an API call</TextLink>. The producer
            documents it and seals the records.
          </>
        }
      />
      <Card className="max-w-2xl">
        {producers.rows.length > 0 ? (
          <CardBody>
            <CreateProductionForm
              create={createProductionAction}
              id={newId()}
              producers={producers.rows.map(({ email, name }) => ({ email, name }))}
              isMore={producers.older !== null}
              billedTo={partner.plan === "platform_pays" ? "platform_invoice" : "partner_card"}
            />
          </CardBody>
        ) : (
          <EmptyState
            title="Invite a producer first"
            actions={<ButtonLink href={PRODUCERS_PATH}>Invite a producer</ButtonLink>}
          >
            A production belongs to the producer who documents it.
          </EmptyState>
        )}
      </Card>
    </>
  );
}
