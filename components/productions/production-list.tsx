import { Film } from "lucide-react";
import { type Column, NONE, TITLE } from "@/components/lists/data-list";
import { optionsOf } from "@/components/lists/filters";
import { ListView } from "@/components/lists/list-view";
import { NEW_PRODUCTION_PATH, PRODUCERS_PATH, PRODUCTIONS_PATH, productionHref } from "@/components/shell/addresses";
import { counted } from "@/components/ui/format";
import { ButtonLink } from "@/components/ui/link";
import { Time } from "@/components/ui/time";
import type { Listed } from "@/lib/domain/core/lists";
import type { ProductionRow, productionList } from "@/lib/domain/productions";
import { PRODUCTION_STATUSES } from "@/lib/domain/productions/labels";
import { PRODUCTION_STATUS_WORDS, ProductionStatus, ProductionTabs } from "./production";

const COLUMNS: Column<ProductionRow>[] = [
  TITLE,
  {
    header: "Producer",
    cell: (row) => <span className="wrap-anywhere line-clamp-2 md:min-w-24">{row.producerName}</span>,
  },
  { header: "Status", cell: (row) => <ProductionStatus status={row.status} /> },
  { header: "Waiting for", cell: (row) => <WaitingFor row={row} /> },
  {
    header: "Certificate ends",
    cell: ({ certificate }) =>
      certificate?.status === "CURRENT" ? <Time at={certificate.expiresAt} as="date" /> : NONE,
  },
  { header: "Produced", align: "end", cell: (row) => <Time at={row.productionDate} as="date" /> },
];

function WaitingFor({ row }: { row: ProductionRow }) {
  const text = waitingText(row);
  return text ? <span className="wrap-anywhere line-clamp-2 md:min-w-32">{text}</span> : NONE;
}

/**
 * Who a production waits for: first performers (the partner's own are named), then the review of IDs, then its producer. Null once
 * nothing is missing.
 */
function waitingText(row: ProductionRow): string | null {
  const { status, isSealing, producerName, waitingFor, reviewCount, lostCount } = row;
  if (status !== "pending_documentation" || isSealing) return null;
  const waiting = row.missingCount - reviewCount - lostCount;
  const [first] = waitingFor;
  if (waiting > 0 && first === undefined) return counted(waiting, "performer");
  if (waiting > 0) return waiting > 1 ? `${first} and ${waiting - 1} more` : (first ?? null);
  return reviewCount > 0 && lostCount === 0 ? "ID review" : producerName;
}

const STATUSES = optionsOf(PRODUCTION_STATUSES, PRODUCTION_STATUS_WORDS);
const ENDS = [
  { value: "ended", label: "Has ended" },
  { value: "30", label: "Within 30 days" },
  { value: "60", label: "Within 60 days" },
];

type ProductionListProps = Listed<typeof productionList> & {
  /** Whether the reader may create productions. */
  mayManage: boolean;
  /** Whether the partner works with a producer yet. */
  hasProducer: boolean;
};

/** The productions that are linked to the partner. */
export const ProductionList = ({ mayManage, hasProducer, ...list }: ProductionListProps) => (
  <ListView
    {...list}
    path={PRODUCTIONS_PATH}
    caption="Productions, newest first"
    columns={COLUMNS}
    rowHref={productionHref}
    above={<ProductionTabs current={PRODUCTIONS_PATH} />}
    search={{ label: "Title, email or id", placeholder: "Part of a title, start of an email or id" }}
    controls={{
      status: { label: "Status", options: STATUSES, className: "md:w-52" },
      ends: { label: "Certificate ends", options: ENDS, allLabel: "Any time", className: "md:w-44" },
    }}
    exportPath="/api/portal/productions/export"
    empty={{
      icon: <Film />,
      title: "No productions yet",
      children:
        "A producer documents who is in a production and seals the records. You then get a certificate that proves it.",
      actions: mayManage ? <FirstStep hasProducer={hasProducer} /> : null,
      noMatch: {
        title: "No matching productions",
        children: "Search by part of a title, or the start of a performer’s email or a production id.",
      },
    }}
  />
);

const FirstStep = ({ hasProducer }: { hasProducer: boolean }) =>
  hasProducer ? (
    <ButtonLink href={NEW_PRODUCTION_PATH}>Create production</ButtonLink>
  ) : (
    <ButtonLink href={PRODUCERS_PATH}>Invite a producer</ButtonLink>
  );
