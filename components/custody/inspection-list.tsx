import { ClipboardCheck } from "lucide-react";
import { ListView } from "@/components/lists/list-view";
import { SectionCard } from "@/components/ui/card";
import { counted } from "@/components/ui/format";
import { ButtonLink, TextLink } from "@/components/ui/link";
import { Time } from "@/components/ui/time";
import type { Listed } from "@/lib/domain/core/lists";
import type { InspectionRow, inspectionList } from "@/lib/domain/custody/inspections";
import { reservable, reservableHref } from "./record-link";

const COLUMNS = reservable<InspectionRow>([
  {
    header: "Agency",
    primary: true,
    cell: ({ agency }) => <span className="wrap-anywhere">{agency}</span>,
  },
  { header: "Inspector", cell: ({ inspector }) => <span className="wrap-anywhere">{inspector}</span> },
  { header: "Records", cell: ({ productionCount }) => counted(productionCount, "production") },
  { header: "Inspected", cell: ({ inspectedAt }) => <Time at={inspectedAt} as="datetime" /> },
  { header: "Recorded by", cell: ({ enteredBy }) => <span className="wrap-anywhere">{enteredBy}</span> },
]);

/** All inspections, for a custodian. */
export const InspectionList = (list: Listed<typeof inspectionList>) => (
  <ListView
    {...list}
    path="/custodian/inspections"
    caption="Inspections, newest first"
    rowHref={reservableHref(({ id }) => `/custodian/inspections/${id}`)}
    columns={COLUMNS}
    empty={{
      icon: <ClipboardCheck aria-hidden />,
      title: "No inspections",
      children: "Record an inspection as soon as it is over.",
    }}
  />
);

type Examined = { id: string; agency: string; examiner: string; inspectedAt: Date };

type ProductionInspectionsProps = {
  productionId: string;
  inspections: readonly InspectionRow[];
  /** In which an inspector saw its records. */
  examinations: readonly Examined[];
};

/** When inspectors saw a production's records: in examinations, and on paper. */
export const ProductionInspections = ({ productionId, inspections, examinations }: ProductionInspectionsProps) => (
  <SectionCard
    id="inspections"
    title={inspections.length + examinations.length > 0 ? "Inspections" : "No inspections"}
    body="flex flex-col items-start gap-4"
  >
    {inspections.length + examinations.length > 0 ? (
      <ul className="flex w-full flex-col">
        {[
          ...examinations.map(({ examiner: inspector, ...row }) => ({ ...row, inspector, list: "examinations" })),
          ...inspections.map((row) => ({ ...row, list: "inspections" })),
        ].map(({ id, agency, inspector, inspectedAt, list }) => (
          <li key={id} className="flex flex-col border-line border-b py-3 last:border-b-0">
            <TextLink href={`/custodian/${list}/${id}`} className="wrap-anywhere self-start">
              {agency}
            </TextLink>
            <span className="wrap-anywhere text-muted text-xs">
              {inspector}, <Time at={inspectedAt} as="datetime" />
            </span>
          </li>
        ))}
      </ul>
    ) : null}
    <ButtonLink href={`/custodian/inspections/new?production=${productionId}`}>Record an inspection</ButtonLink>
  </SectionCard>
);
