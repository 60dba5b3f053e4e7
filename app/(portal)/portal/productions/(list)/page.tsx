import type { Metadata } from "next";
import type { PageProps } from "@/app/(portal)/portal/pages";
import { requirePortalUser } from "@/app/session";
import { ProductionList } from "@/components/productions/production-list";
import { NEW_PRODUCTION_PATH } from "@/components/shell/addresses";
import { ButtonLink } from "@/components/ui/link";
import { PageHeader } from "@/components/ui/page-header";
import { may } from "@/lib/domain/parties/people";
import { linkedProducerList } from "@/lib/domain/parties/producers";
import { productionList } from "@/lib/domain/productions";

export const metadata: Metadata = { title: "Productions" };

/** The productions that are linked to the partner, with who is waited for and when the certificate ends. */
export default async function ProductionsPage({ searchParams }: PageProps) {
  const ctx = await requirePortalUser();
  const mayManage = may(ctx.actor.role, "manage_records");
  const [list, { rows: producers }] = await Promise.all([
    productionList.open(ctx, await searchParams),
    linkedProducerList.read(ctx, {}),
  ]);
  const hasProducer = producers.length > 0;
  return (
    <>
      <PageHeader
        title="Productions"
        description="Productions whose records a producer seals. A certificate proves that the records exist."
        actions={
          mayManage && hasProducer ? <ButtonLink href={NEW_PRODUCTION_PATH}>Create production</ButtonLink> : undefined
        }
      />
      <ProductionList {...list} mayManage={mayManage} hasProducer={hasProducer} />
    </>
  );
}
