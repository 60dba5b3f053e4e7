import type { Metadata } from "next";
import { requireCustodian } from "@/app/session";
import { InspectionForm } from "@/components/custody/inspection-form";
import { readListAddress, type SearchParams } from "@/components/lists/list-address";
import { Card, CardBody } from "@/components/ui/card";
import { PageHeader } from "@/components/ui/page-header";
import { productionRecordList } from "@/lib/domain/productions/custody";
import { newId } from "@/lib/platform/ids";
import { enterInspectionAction, findProductionsAction } from "../actions";

export const metadata: Metadata = { title: "Record an inspection" };

type Props = { searchParams: SearchParams };

/** Records that an inspector was shown the records of productions. */
export default async function NewInspectionPage({ searchParams }: Props) {
  const ctx = await requireCustodian();
  const { production } = readListAddress(await searchParams, ["production"]);
  const named = production ? await productionRecordList.read(ctx, { q: production }) : null;
  const picked = named?.rows.flatMap((row) => ("isReserved" in row ? [] : [{ id: row.id, title: row.title }])) ?? [];
  return (
    <>
      <PageHeader
        title="Record an inspection"
        back={{ href: "/custodian/inspections", label: "Inspections on paper" }}
        description="After an inspector has viewed the records of productions."
      />
      <Card className="max-w-2xl">
        <CardBody>
          <InspectionForm enter={enterInspectionAction} id={newId()} picked={picked} find={findProductionsAction} />
        </CardBody>
      </Card>
    </>
  );
}
