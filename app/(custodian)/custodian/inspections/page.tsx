import { ClipboardCheck } from "lucide-react";
import type { Metadata } from "next";
import { requireCustodian } from "@/app/session";
import { InspectionList } from "@/components/custody/inspection-list";
import { listHref, pagesOf, readListAddress, type SearchParams } from "@/components/lists/list-address";
import { Pager } from "@/components/lists/pager";
import { EmptyState } from "@/components/ui/callout";
import { ButtonLink } from "@/components/ui/link";
import { PageHeader } from "@/components/ui/page-header";
import { listInspections } from "@/lib/domain/custody/inspections";

export const metadata: Metadata = { title: "Inspections" };

const PATH = "/custodian/inspections";

type Props = { searchParams: SearchParams };

/** Every time that an inspector was shown the records of productions. */
export default async function InspectionsPage({ searchParams }: Props) {
  const ctx = await requireCustodian();
  const { cursor } = readListAddress(await searchParams, ["cursor"]);
  const page = await listInspections(ctx, { cursor });
  return (
    <>
      <PageHeader
        title="Inspections"
        description="When an inspector viewed the records of productions."
        actions={
          <ButtonLink href={`${PATH}/new`} variant="primary">
            Record an inspection
          </ButtonLink>
        }
      />
      <div className="flex flex-col gap-4">
        <InspectionList
          rows={page.rows}
          empty={
            <EmptyState title="No inspections" icon={<ClipboardCheck aria-hidden />}>
              Record an inspection as soon as it is over.
            </EmptyState>
          }
        />
        <Pager {...pagesOf(page, (cursor) => listHref(PATH, { cursor }))} />
      </div>
    </>
  );
}
