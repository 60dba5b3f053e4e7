import type { ReactNode } from "react";
import { reservable, reservableHref } from "@/components/custody/record-link";
import { DataList } from "@/components/lists/data-list";
import { Badge } from "@/components/ui/badge";
import { Time } from "@/components/ui/time";
import type { Reserved } from "@/lib/domain/custody/conflicts";
import type { QueueRow, QueueView } from "@/lib/domain/identity";
import { countryName } from "@/lib/domain/identity/countries";
import { documentLabels } from "@/lib/domain/identity/documents";
import { rejectionWording } from "@/lib/domain/identity/rejection-reasons";

type QueueListProps = { rows: (QueueRow | Reserved)[]; view: QueueView; empty: ReactNode };

/** A list of checks, with links to their evidence. */
export function QueueList({ rows, view, empty }: QueueListProps) {
  return (
    <DataList
      caption={`Identity checks: ${view}`}
      rows={rows}
      rowKey={(row) => row.id}
      rowHref={reservableHref((row) => `/custodian/identities/${row.id}`)}
      empty={empty}
      columns={reservable<QueueRow>([
        ...(view === "waiting" ? [{ id: "name", header: "Legal name", primary: true, cell: nameOf }] : []),
        {
          id: "email",
          header: "Email",
          primary: view !== "waiting",
          cell: (row) => (
            <span className="flex flex-wrap items-center gap-2">
              <span className="wrap-anywhere">{row.email}</span>
              {row.isOfScene ? <Badge>Scene</Badge> : null}
            </span>
          ),
        },
        {
          id: "document",
          header: "Document",
          cell: documentOf,
        },
        {
          id: "sent",
          header: view === "waiting" ? "Waiting since" : "Sent",
          cell: (row) => <Time at={row.submittedAt} />,
        },
        ...(view === "waiting"
          ? []
          : [
              {
                id: "decided",
                header: "Decided",
                cell: (row: QueueRow) => (row.decidedAt ? <Time at={row.decidedAt} /> : "—"),
              },
            ]),
        ...(view === "rejected"
          ? [{ id: "reason", header: "Reason", cell: (row: QueueRow) => rejectionWording(row.rejectionReason).label }]
          : []),
      ])}
    />
  );
}

function documentOf({ isUnreadable, documentType, documentCountry }: QueueRow): ReactNode {
  if (isUnreadable) return <Badge tone="harm">Can’t be read</Badge>;
  if (!documentType) return "—";
  return `${documentLabels[documentType]}${documentCountry ? `, ${countryName(documentCountry)}` : ""}`;
}

const nameOf = (row: QueueRow) => row.legalName ?? "—";
