import type { Metadata } from "next";
import { requireCustodian } from "@/app/session";
import { InspectionList } from "@/components/custody/inspection-list";
import type { SearchParams } from "@/components/lists/list-address";
import { ButtonLink } from "@/components/ui/link";
import { PageHeader } from "@/components/ui/page-header";
import { inspectionList } from "@/lib/domain/custody/inspections";

export const metadata: Metadata = { title: "Inspections on paper" };

const PATH = "/custodian/inspections";

type Props = { searchParams: SearchParams };

/** Every time that an inspector was shown the records of productions. */
export default async function InspectionsPage({ searchParams }: Props) {
  const ctx = await requireCustodian();
  return (
    <>
      <PageHeader
        title="Inspections on paper"
        description="When an inspector viewed the records of productions without an examination here."
        actions={
          <ButtonLink href={`${PATH}/new`} variant="primary">
            Record an inspection
          </ButtonLink>
        }
      />
      <InspectionList {...(await inspectionList.open(ctx, await searchParams))} />
    </>
  );
}
