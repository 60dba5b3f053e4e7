import type { Metadata } from "next";
import { linkPartnerAction } from "@/app/(producer)/producer/productions/actions";
import { findProduction } from "@/app/(producer)/producer/productions/production";
import { requireProducer } from "@/app/session";
import { CertificateCard } from "@/components/productions/producer/certificate";
import { Checklist } from "@/components/productions/producer/checklist";
import { Partners, ProductionFacts } from "@/components/productions/producer/facts";
import { isEditable, isOpen, NextStep, stageOf } from "@/components/productions/producer/next-step";
import { PRODUCTIONS_PATH } from "@/components/productions/producer/production-address";
import { ProductionStatus } from "@/components/productions/production";
import { shortTitle } from "@/components/ui/format";
import { History } from "@/components/ui/history";
import { PageHeader } from "@/components/ui/page-header";
import { listLinkablePartners } from "@/lib/domain/productions";
import { clock } from "@/lib/platform/clock";

type Props = { params: Promise<{ productionId: string }> };

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { title } = await findProduction((await params).productionId);
  return { title: `${shortTitle(title)}, production` };
}

/** One production: where it is, what is missing and who is waited for, then its platforms, certificates and history. */
export default async function ProductionPage({ params }: Props) {
  const ctx = await requireProducer();
  const { productionId } = await params;
  const production = await findProduction(productionId);
  const linkable = await listLinkablePartners(ctx, productionId);
  const now = clock.now();
  const mayEdit = isEditable(production);
  return (
    <>
      <PageHeader
        title={<span className="wrap-anywhere">{production.title}</span>}
        back={{ href: PRODUCTIONS_PATH, label: "Productions" }}
        meta={<ProductionStatus status={production.status} waitsOnReader />}
      />
      <div className="grid gap-6 lg:grid-cols-[minmax(0,1fr)_22rem] lg:items-start">
        <div className="flex min-w-0 flex-col gap-6">
          <NextStep production={production} stage={stageOf(production, now)} />
          <CertificateCard production={production} now={now} />
          {isOpen(production) ? <Checklist production={production} /> : null}
        </div>
        <div className="flex min-w-0 flex-col gap-6">
          <Partners
            production={production}
            linkable={linkable}
            link={mayEdit ? (partnerId) => linkPartnerAction.bind(null, productionId, partnerId) : null}
          />
          <ProductionFacts production={production} />
          <History lines={production.timeline} />
        </div>
      </div>
    </>
  );
}
