import type { Metadata } from "next";
import { requireCustodian } from "@/app/session";
import { RecordLink, ReservedPage } from "@/components/custody/record-link";
import { FactsCard, SectionCard } from "@/components/ui/card";
import { CopyId } from "@/components/ui/copy";
import { counted } from "@/components/ui/format";
import { PageHeader } from "@/components/ui/page-header";
import { Time } from "@/components/ui/time";
import { viewInspection } from "@/lib/domain/custody/inspections";
import { nullIfReserved } from "../../null-if-reserved";

export const metadata: Metadata = { title: "Inspection" };

const BACK = { href: "/custodian/inspections", label: "Inspections on paper" };

type Props = { params: Promise<{ inspectionId: string }> };

/** One inspection, as it was entered. */
export default async function InspectionPage({ params }: Props) {
  const ctx = await requireCustodian();
  const { inspectionId } = await params;
  const inspection = await viewInspection(ctx, inspectionId).catch(nullIfReserved(ctx));
  if (inspection === null) return <ReservedPage title="Inspection" back={BACK} />;
  const { id, agency, inspector, authority, inspectedAt, shown, enteredAt, enteredBy, productions } = inspection;
  return (
    <>
      <PageHeader
        title={agency}
        back={BACK}
        description={
          <>
            Recorded by {enteredBy} <Time at={enteredAt} />. It can’t be changed.
          </>
        }
      />
      <div className="grid max-w-4xl gap-6">
        <FactsCard
          id="facts"
          title="Inspection"
          items={[
            { label: "Inspector", value: inspector },
            { label: "Authority", value: authority },
            { label: "Inspected", value: <Time at={inspectedAt} as="datetime" /> },
            { label: "What was shown", value: <span className="whitespace-pre-wrap">{shown}</span> },
            { label: "Inspection id", value: <CopyId value={id} label="inspection id" /> },
          ]}
        />
        <SectionCard id="productions" title={counted(productions.length, "production")}>
          <ul className="flex flex-col gap-2">
            {productions.map(({ id: productionId, title }) => (
              <li key={productionId} className="wrap-anywhere">
                <RecordLink plain href={`/custodian/productions/${productionId}`}>
                  {title}
                </RecordLink>{" "}
                <CopyId value={productionId} label="production id" short />
              </li>
            ))}
          </ul>
        </SectionCard>
      </div>
    </>
  );
}
