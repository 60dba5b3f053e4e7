import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { editProductionAction } from "@/app/(producer)/producer/productions/actions";
import { findProduction } from "@/app/(producer)/producer/productions/production";
import { CorrectionNote } from "@/components/productions/producer/facts";
import { isEditable } from "@/components/productions/producer/next-step";
import { productionHref } from "@/components/productions/producer/production-address";
import { ProductionForm } from "@/components/productions/producer/production-form";
import { Card, CardBody } from "@/components/ui/card";
import { shortTitle } from "@/components/ui/format";
import { PageHeader } from "@/components/ui/page-header";

export const metadata: Metadata = { title: "Edit production" };

type Props = { params: Promise<{ productionId: string }> };

/** Changes a production's title and day. */
export default async function EditProductionPage({ params }: Props) {
  const production = await findProduction((await params).productionId);
  const href = productionHref(production);
  if (!isEditable(production)) redirect(href);
  return (
    <>
      <PageHeader title="Edit production" back={{ href, label: shortTitle(production.title) }} />
      <div className="flex max-w-2xl flex-col gap-6">
        <CorrectionNote production={production} />
        <Card>
          <CardBody>
            <ProductionForm save={editProductionAction.bind(null, production.id)} kept={production} />
          </CardBody>
        </Card>
      </div>
    </>
  );
}
