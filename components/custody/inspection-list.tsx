import type { ReactNode } from "react";
import { DataList } from "@/components/lists/data-list";
import { SectionCard } from "@/components/ui/card";
import { counted } from "@/components/ui/format";
import { ButtonLink, TextLink } from "@/components/ui/link";
import { Time } from "@/components/ui/time";
import type { Reserved } from "@/lib/domain/custody/conflicts";
import type { InspectionRow } from "@/lib/domain/custody/inspections";
import { reservable, reservableHref } from "./record-link";

const COLUMNS = reservable<InspectionRow>([
  {
    id: "agency",
    header: "Agency",
    primary: true,
    cell: ({ agency }) => <span className="wrap-anywhere">{agency}</span>,
  },
  { id: "inspector", header: "Inspector", cell: ({ inspector }) => <span className="wrap-anywhere">{inspector}</span> },
  { id: "productions", header: "Records", cell: ({ productionCount }) => counted(productionCount, "production") },
  { id: "inspected", header: "Inspected", cell: ({ inspectedAt }) => <Time at={inspectedAt} as="datetime" /> },
  { id: "entered", header: "Recorded by", cell: ({ enteredBy }) => <span className="wrap-anywhere">{enteredBy}</span> },
]);

type InspectionListProps = { rows: readonly (InspectionRow | Reserved)[]; empty: ReactNode };

/** All inspections, for a custodian. */
export const InspectionList = ({ rows, empty }: InspectionListProps) => (
  <DataList
    caption="Inspections, newest first"
    rows={rows}
    rowKey={({ id }) => id}
    rowHref={reservableHref(({ id }) => `/custodian/inspections/${id}`)}
    columns={COLUMNS}
    empty={empty}
  />
);

type ProductionInspectionsProps = { productionId: string; inspections: readonly InspectionRow[] };

/** The inspections that were shown a production's records. */
export const ProductionInspections = ({ productionId, inspections }: ProductionInspectionsProps) => (
  <SectionCard
    id="inspections"
    title={inspections.length > 0 ? "Inspections" : "No inspections"}
    body="flex flex-col items-start gap-4"
  >
    {inspections.length > 0 ? (
      <ul className="flex w-full flex-col">
        {inspections.map(({ id, agency, inspector, inspectedAt }) => (
          <li key={id} className="flex flex-col border-line border-b py-3 last:border-b-0">
            <TextLink href={`/custodian/inspections/${id}`} className="wrap-anywhere self-start">
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
