import { IdCard } from "lucide-react";
import type { ReactNode } from "react";
import { RecordLink, reservable, reservableHref } from "@/components/custody/record-link";
import { optionsOf } from "@/components/lists/filters";
import { type ListAddress, listHref } from "@/components/lists/list-address";
import { ListView } from "@/components/lists/list-view";
import { Badge } from "@/components/ui/badge";
import { TabNav } from "@/components/ui/page-header";
import { Time } from "@/components/ui/time";
import type { Listed } from "@/lib/domain/core/lists";
import type { checkList, QueueRow, QueueView } from "@/lib/domain/identity";
import { countries, countryName, DOCUMENT_TYPES, documentLabels } from "@/lib/domain/identity/documents";
import { rejectionWording } from "@/lib/domain/identity/rejection-reasons";

const PATH = "/custodian/identities";
const LABELS: Record<QueueView, string> = { waiting: "Waiting", approved: "Approved", rejected: "Rejected" };

/** The list's URL. The default view is left out of it. */
export const checksHref = (view: QueueView | undefined, more: ListAddress = {}): string =>
  listHref(PATH, { view: view === "waiting" ? null : view, ...more });

const WORK = [
  { value: "mine", label: "Mine" },
  { value: "unassigned", label: "Unassigned" },
];

/** How many checks wait, and how many of them later than promised. */
type QueueListProps = Listed<typeof checkList> & {
  waiting: number;
  late: number;
  /** What is done with the waiting checks at once. */
  tools: ReactNode;
};

/** The checks of a view, with links to their evidence. */
export function QueueList({ waiting, late, tools, ...list }: QueueListProps) {
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
      tools={view === "waiting" && waiting > 0 ? tools : null}
      {...(view === "waiting" && {
        note:
          late > 0 && list.address.due !== "late" ? (
            <p className="flex flex-wrap items-center gap-2 text-sm">
              <Badge tone="harm">{late} late</Badge>
              <RecordLink href={checksHref("waiting", { due: "late" })}>Show late checks</RecordLink>
            </p>
          ) : null,
        controls: {
          work: { label: "Work", options: WORK, className: "md:w-32" },
          due: { label: "Due", options: [{ value: "late", label: "Late" }], className: "md:w-24" },
          opinion: { label: "Second opinion", options: [{ value: "asked", label: "Asked" }], className: "md:w-34" },
          risk: { label: "Risk", options: [{ value: "any", label: "With a risk" }], className: "md:w-32" },
          document: {
            label: "Document",
            options: optionsOf(DOCUMENT_TYPES, documentLabels),
            className: "md:w-40",
          },
          country: { label: "Country", options: countries, className: "md:w-40" },
        },
      })}
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
            q === undefined
              ? "No waiting check matches these filters."
              : view === "waiting"
                ? `No waiting check has “${q}” in its email or name.`
                : `No ${label} check has an email that starts with “${q}”.`,
        },
      }}
      columns={reservable<QueueRow>([
        ...(view === "waiting" ? [{ header: "Legal name", primary: true, cell: named }] : []),
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
        ...(view === "waiting"
          ? [
              { header: "Custodian", cell: assigneeOf },
              {
                header: "Time left",
                cell: (row: QueueRow) => <Time at={row.dueAt} as="left" className="font-medium" />,
              },
            ]
          : []),
        {
          header: "Sent",
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

const named = (row: QueueRow) => (
  <span className="flex flex-wrap items-center gap-2">
    {row.legalName ?? "—"}
    {row.isRisky ? <Badge tone="harm">Risk</Badge> : null}
    {row.opinion ? <Badge tone={row.opinion.isMe ? "neutral" : "waiting"}>Second opinion</Badge> : null}
  </span>
);

const assigneeOf = ({ assignee, opinion }: QueueRow) => (
  <span className="flex flex-col">
    {assignee ? assignee.isMe ? "You" : assignee.name : <span className="text-muted">Unassigned</span>}
    {opinion ? (
      <span className="text-muted text-xs">{opinion.isMe ? "You asked" : `${opinion.name} asked`} for an opinion</span>
    ) : null}
  </span>
);
