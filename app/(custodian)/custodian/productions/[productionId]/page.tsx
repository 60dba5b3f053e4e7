import type { Metadata } from "next";
import { requireCustodian } from "@/app/session";
import { ProductionInspections } from "@/components/custody/inspection-list";
import { Certificates, SealedPackages } from "@/components/custody/production-proof";
import { ProductionDepictions, ProductionFacts, ProductionPerformers } from "@/components/custody/production-record";
import { ReservedPage } from "@/components/custody/record-link";
import { SealHold } from "@/components/custody/seal-hold";
import { ProductionStatus } from "@/components/productions/production";
import { SectionCard } from "@/components/ui/card";
import { History } from "@/components/ui/history";
import { PageHeader } from "@/components/ui/page-header";
import { inspectionsOf } from "@/lib/domain/custody/inspections";
import { examinationsOf } from "@/lib/domain/examinations";
import { viewProductionRecord } from "@/lib/domain/productions/custody";
import { clock } from "@/lib/platform/clock";
import { nullIfReserved } from "../../null-if-reserved";
import { releaseAction, revokeAction } from "./actions";

export const metadata: Metadata = { title: "Production" };

const BACK = { href: "/custodian/productions", label: "Productions" };

type Props = { params: Promise<{ productionId: string }> };

/** One production of any producer, with its proof. Each view is recorded in the ledger. */
export default async function ProductionPage({ params }: Props) {
  const ctx = await requireCustodian();
  const { productionId } = await params;
  const production = await viewProductionRecord(ctx, productionId).catch(nullIfReserved(ctx));
  if (production === null) return <ReservedPage title="Production" back={BACK} />;
  const { id, title, status, producer, partners, performers, depictions, packages, certificates, history } = production;
  return (
    <>
      <PageHeader
        title={title}
        back={BACK}
        meta={<ProductionStatus status={status} />}
        description={`Produced by ${producer.name}. Your view is recorded in the ledger.`}
      />
      <div className="grid gap-6 lg:grid-cols-[minmax(0,1fr)_24rem] lg:items-start">
        <div className="flex min-w-0 flex-col gap-6">
          <SealHold id={id} holds={production.holds} release={releaseAction.bind(null, id)} />
          <ProductionPerformers performers={performers} />
          <SealedPackages id={id} packages={packages} />
          <ProductionDepictions depictions={depictions} />
        </div>
        <div className="flex min-w-0 flex-col gap-6 max-lg:contents">
          <SectionCard id="facts" title="Production" className="max-lg:order-first">
            <ProductionFacts production={production} />
          </SectionCard>
          <Certificates
            title={title}
            partners={partners}
            certificates={certificates}
            now={clock.now()}
            revoke={revokeAction.bind(null, id)}
          />
          <ProductionInspections
            productionId={id}
            inspections={await inspectionsOf(ctx, id)}
            examinations={await examinationsOf(ctx, id)}
          />
          <History lines={history.rows} total={history.total} />
        </div>
      </div>
    </>
  );
}
