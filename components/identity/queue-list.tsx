import { IdCard } from "lucide-react";
import type { ReactNode } from "react";
import { reservable, reservableHref } from "@/components/custody/record-link";
import { type ListAddress, listHref } from "@/components/lists/list-address";
import { ListView } from "@/components/lists/list-view";
import { Badge } from "@/components/ui/badge";
import { TabNav } from "@/components/ui/page-header";
import { Time } from "@/components/ui/time";
import type { Listed } from "@/lib/domain/core/lists";
import type { checkList, QueueRow, QueueView } from "@/lib/domain/identity";
import { countryName, documentLabels } from "@/lib/domain/identity/documents";
import { rejectionWording } from "@/lib/domain/identity/rejection-reasons";

const PATH = "/custodian/identities";
const LABELS: Record<QueueView, string> = { waiting: "Waiting", approved: "Approved", rejected: "Rejected" };

/** The list's URL. The default view is left out of it. */
export const checksHref = (view: QueueView | undefined, more: ListAddress = {}): string =>
  listHref(PATH, { view: view === "waiting" ? null : view, ...more });

/** `waiting`: how many checks wait. */
type QueueListProps = Listed<typeof checkList> & { waiting: number };

/** The checks of a view, with links to their evidence. */
export function QueueList({ waiting, ...list }: QueueListProps) {
  const { view = "waiting", q } = list.address;
  const label = LABELS[view].toLowerCase();
  return (
    <ListView
      {...list}
      path={PATH}
      caption={`Identity checks: ${view}`}
      above={
        <TabNav
          label="Checks"
          current={checksHref(view)}
          items={Object.entries(LABELS).map(([name, words]) => ({
            href: checksHref(name as QueueView),
            label: words,
            ...(name === "waiting" ? { count: waiting } : {}),
          }))}
        />
      }
      kept={["view"]}
      search={{
        label: "Search",
        placeholder: view === "waiting" ? "Email, legal name or check id" : "Start of email, or check id",
        className: "md:max-w-96",
      }}
      {...(view === "waiting" && { first: "oldest", labels: { newer: "Sent later", older: "Sent earlier" } })}
      rowHref={reservableHref((row) => `/custodian/identities/${row.id}`)}
      empty={{
        icon: <IdCard aria-hidden />,
        ...(view === "waiting"
          ? { title: "No checks waiting", children: "New checks appear here as soon as someone sends one." }
          : { title: `No ${label} checks yet`, children: "Checks you decide appear here." }),
        noMatch: {
          title: "No matching checks",
          children:
            view === "waiting"
              ? `No waiting check has “${q}” in its email or name.`
              : `No ${label} check has an email that starts with “${q}”.`,
        },
      }}
      columns={reservable<QueueRow>([
        ...(view === "waiting" ? [{ header: "Legal name", primary: true, cell: nameOf }] : []),
        {
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
          header: "Document",
          cell: documentOf,
        },
        {
          header: view === "waiting" ? "Waiting since" : "Sent",
          cell: (row) => <Time at={row.submittedAt} />,
        },
        ...(view === "waiting"
          ? []
          : [
              {
                header: "Decided",
                cell: (row: QueueRow) => (row.decidedAt ? <Time at={row.decidedAt} /> : "—"),
              },
            ]),
        ...(view === "rejected"
          ? [{ header: "Reason", cell: (row: QueueRow) => rejectionWording(row.rejectionReason).label }]
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
