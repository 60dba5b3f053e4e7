import { Clapperboard } from "lucide-react";
import type { ReactNode } from "react";
import { type Column, NONE, TITLE } from "@/components/lists/data-list";
import { optionsOf } from "@/components/lists/filters";
import { countFilters } from "@/components/lists/list-address";
import { ListView } from "@/components/lists/list-view";
import { PRODUCTION_STATUS_WORDS, ProductionStatus } from "@/components/productions/production";
import { StatusBadge } from "@/components/ui/badge";
import { dateText } from "@/components/ui/format";
import { ButtonLink } from "@/components/ui/link";
import { Time } from "@/components/ui/time";
import type { Listed } from "@/lib/domain/core/lists";
import type { ownProductionList, ProductionRow } from "@/lib/domain/productions";
import { PRODUCTION_STATUSES } from "@/lib/domain/productions/labels";
import { isRenewable } from "./next-step";
import { NEW_PRODUCTION_PATH, PRODUCTIONS_PATH, productionHref } from "./production-address";

const STATUSES = optionsOf(PRODUCTION_STATUSES, PRODUCTION_STATUS_WORDS);

type OwnProductionListProps = Listed<typeof ownProductionList> & {
  now: Date;
  /** Above the filters. */
  above: ReactNode;
};

/** The producer's productions, with what each one waits for. */
export function OwnProductionList({ now, ...list }: OwnProductionListProps) {
  const columns: Column<ProductionRow>[] = [
    TITLE,
    { header: "Status", cell: (row) => <ProductionStatus status={row.status} /> },
    { header: "Next", cell: (row) => <Next step={nextStep(row, now)} /> },
    {
      header: "Certificate ends",
      cell: ({ certificate }) =>
        certificate?.status === "CURRENT" ? <Time at={certificate.expiresAt} as="date" /> : NONE,
    },
    { header: "Produced", align: "end", cell: (row) => <Time at={row.productionDate} as="date" /> },
  ];
  // Nothing to filter.
  const hasNone = list.rows.length === 0 && countFilters(list.address) === 0;
  return (
    <ListView
      {...list}
      path={PRODUCTIONS_PATH}
      caption="Productions, newest first"
      columns={columns}
      rowHref={(row) => productionHref(row)}
      {...(!hasNone && {
        search: {
          label: "Title, performer’s email or production id",
          placeholder: "Part of a title, or the start of the others",
        },
        controls: { status: { label: "Status", options: STATUSES, className: "md:w-52" } },
      })}
      empty={{
        icon: <Clapperboard />,
        title: "No productions yet",
        children: "A checklist shows what is missing before you can seal the records.",
        actions: (
          <ButtonLink variant="primary" href={NEW_PRODUCTION_PATH}>
            Create production
          </ButtonLink>
        ),
        noMatch: {
          title: "No matching productions",
          children: "Search by part of a title, or the start of a performer’s email or a production id.",
        },
      }}
    />
  );
}

type Step = { text: string; byProducer: boolean } | null;

function Next({ step }: { step: Step }) {
  if (!step) return NONE;
  return step.byProducer ? (
    <StatusBadge tone="waiting">{step.text}</StatusBadge>
  ) : (
    <span className="wrap-anywhere text-muted">{step.text}</span>
  );
}

/** What a production waits for. What the producer can do comes before whom they wait for. */
export function nextStep(row: ProductionRow, now: Date): Step {
  const { status, isSealing, hasUnsealedChanges, certificate } = row;
  const own = (text: string) => ({ text, byProducer: true });
  if (status !== "pending_documentation" && status !== "documented") return null;
  if (isSealing) return { text: "Sealing the records", byProducer: false };
  if (!hasUnsealedChanges) {
    return certificate?.status === "CURRENT" && isRenewable(certificate, now) ? own("Renew certificate") : null;
  }
  if (row.performerCount === 0) return own("Add performers");
  if (row.depictionCount === 0) return own("Add depictions");
  if (row.lostCount > 0) return own("Remove a closed scene");
  const [first] = row.waitingFor;
  const others = row.waitingCount > 1 ? ` and ${row.waitingCount - 1} more` : "";
  if (first !== undefined) return { text: `Waiting for ${first}${others}`, byProducer: false };
  if (row.reviewCount > 0) return { text: "IDs in review", byProducer: false };
  if (row.productionDate <= now) return own("Review and seal");
  return { text: `Seal from ${dateText(row.productionDate.getTime())}`, byProducer: false };
}
