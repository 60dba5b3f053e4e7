import type { Metadata } from "next";
import { requireProducer } from "@/app/session";
import { PRODUCTIONS_PATH } from "@/components/productions/producer/production-address";
import { ProductionForm } from "@/components/productions/producer/production-form";
import { Card, CardBody } from "@/components/ui/card";
import { PageHeader } from "@/components/ui/page-header";
import { partnersOfProducer } from "@/lib/domain/parties/producers";
import { newId } from "@/lib/platform/ids";
import { createProductionAction } from "../actions";

export const metadata: Metadata = { title: "Create production" };

/** Creates a production. Everything else is added on its page. */
export default async function NewProductionPage() {
  const { actor } = await requireProducer();
  const partners = await partnersOfProducer(actor.producerId);
  return (
    <>
      <PageHeader
        title="Create production"
        back={{ href: PRODUCTIONS_PATH, label: "Productions" }}
        description="Next, a checklist shows what is missing before you can seal its records."
      />
      <Card className="max-w-2xl">
        <CardBody>
          <ProductionForm save={createProductionAction} kept={null} id={newId()} partners={partners} />
        </CardBody>
      </Card>
    </>
  );
}
