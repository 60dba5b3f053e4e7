import type { Metadata } from "next";
import type { PageProps } from "@/app/(portal)/portal/page-props";
import { requirePortalUser } from "@/app/session";
import { countFilters } from "@/components/lists/address-filters";
import { ExportButton } from "@/components/lists/filters";
import { unreadNames } from "@/components/lists/list-address";
import { Pager } from "@/components/lists/pager";
import { ProductionTabs } from "@/components/productions/production";
import { NEW_PRODUCTION_PATH, PRODUCTIONS_PATH, productionsHref } from "@/components/productions/production-address";
import { NoProductions, ProductionFilterBar } from "@/components/productions/production-filters";
import { ProductionList } from "@/components/productions/production-list";
import { ButtonLink } from "@/components/ui/link";
import { PageHeader } from "@/components/ui/page-header";
import { may } from "@/lib/domain/parties/people";
import { listProducers } from "@/lib/domain/parties/producers";
import { listProductions } from "@/lib/domain/productions";
import { PRODUCTION_FILTERS, ProductionPageQuery } from "@/lib/domain/productions/portal/schemas";

export const metadata: Metadata = { title: "Productions" };

/** The productions that are linked to the partner, with who is waited for and when the certificate ends. */
export default async function ProductionsPage({ searchParams }: PageProps) {
  const ctx = await requirePortalUser();
  const sent = await searchParams;
  const address = ProductionPageQuery.parse(sent);
  const mayManage = may(ctx.actor.role, "manage_records");
  const [{ rows, newer, older }, { producers }] = await Promise.all([
    listProductions(ctx, address),
    listProducers(ctx),
  ]);
  const hasProducer = producers.rows.length > 0;
  const at = (cursor: string) => productionsHref({ ...address, cursor });
  return (
    <>
      <PageHeader
        title="Productions"
        description="Productions whose records a producer seals. A certificate proves that the records exist."
        actions={
          mayManage && hasProducer ? <ButtonLink href={NEW_PRODUCTION_PATH}>Create production</ButtonLink> : undefined
        }
      />
      <div className="flex flex-col gap-4">
        <ProductionTabs current={PRODUCTIONS_PATH} />
        <ProductionFilterBar address={address} unread={unreadNames(sent, PRODUCTION_FILTERS, address)} />
        <div className="flex justify-end">
          <ExportButton path="/api/portal/productions/export" />
        </div>
        <ProductionList
          rows={rows}
          empty={<NoProductions filtered={countFilters(address) > 0} mayManage={mayManage} hasProducer={hasProducer} />}
        />
        <Pager newer={newer && at(newer)} older={older && at(older)} />
      </div>
    </>
  );
}
