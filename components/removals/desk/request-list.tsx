import { ShieldX } from "lucide-react";
import type { ReactNode } from "react";
import { RecordLink, ReservedBadge } from "@/components/custody/record-link";
import { type Column, NONE } from "@/components/lists/data-list";
import { optionsOf } from "@/components/lists/filters";
import { ListView } from "@/components/lists/list-view";
import { REQUESTS_PATH, requestHref, requestsHref } from "@/components/shell/addresses";
import { Breakable } from "@/components/ui/breakable";
import { counted, cutCountText } from "@/components/ui/format";
import { ButtonLink } from "@/components/ui/link";
import { TabNav } from "@/components/ui/page-header";
import { Time } from "@/components/ui/time";
import type { Listed } from "@/lib/domain/core/lists";
import type { RequestRow, requestList } from "@/lib/domain/removals/custody";
import { hasDeadlines } from "@/lib/domain/removals/custody/schemas";
import { BASIS_LABELS, LEGAL_BASES } from "@/lib/domain/removals/labels";
import { RequestMarks, RequestStatus } from "./request-status";

const columns = (now: Date): Column<RequestRow>[] => [
  {
    header: "Request",
    primary: true,
    cell: (row) =>
      row.legalBasis ? (
        <span className="flex flex-col items-start md:min-w-36">
          <RecordLink plain href={requestHref(row)} data-row className="font-medium">
            {BASIS_LABELS[row.legalBasis]}
          </RecordLink>
          {row.work ? (
            <span className="wrap-anywhere line-clamp-2 font-normal text-muted text-xs">{row.work}</span>
          ) : null}
        </span>
      ) : (
        <ReservedBadge />
      ),
  },
  {
    header: "Claimant",
    cell: ({ email, isReserved }) =>
      email ? (
        <Breakable text={email} />
      ) : isReserved ? null : (
        <span className="text-muted">Hidden until we have looked for its records</span>
      ),
  },
  { header: "Records", cell: recordsOf },
  {
    header: "Status",
    cell: (row) => (
      <span className="flex flex-wrap items-center gap-1">
        <RequestStatus {...row} now={now} />
        <RequestMarks {...row} />
      </span>
    ),
  },
  {
    header: "Custodian",
    cell: ({ custodian, isMine }) =>
      custodian ? isMine ? "You" : custodian : <span className="text-muted">Unassigned</span>,
  },
  {
    header: "Time left",
    cell: ({ status, deadlineAt }) =>
      status === "open" ? <Time at={deadlineAt} as="left" className="font-medium" /> : NONE,
  },
  { header: "Waiting since", align: "end", cell: ({ requestedAt }) => <Time at={requestedAt} /> },
];

function recordsOf({ open, suggested, isReserved }: RequestRow): string | null {
  if (isReserved) return null;
  const parts = [
    ...(open > 0 ? [`${open} to decide`] : []),
    ...(suggested > 0 ? [counted(suggested, "suggestion")] : []),
  ];
  return parts.join(", ") || "None open";
}

const WORK = [
  { value: "mine", label: "Mine" },
  { value: "unassigned", label: "Unassigned" },
  { value: "second", label: "Needs a second decision" },
];

const FILED = "A request appears here as soon as its claimant confirms their email.";
const EMPTY = {
  open: {
    title: "No open requests",
    children: FILED,
    actions: <ButtonLink href={requestsHref({ view: "all" })}>All requests</ButtonLink>,
  },
  breached: {
    title: "No deadline has passed",
    children: "Requests past their deadline, or a platform’s, appear here.",
  },
  suggested: {
    title: "No new suggestions",
    children: "Decided requests appear here when a similar record is logged later.",
  },
  all: { title: "No removal requests yet", children: FILED },
};

/** `most`: where counting stops. */
type RequestListProps = Listed<typeof requestList> & {
  open: number;
  breached: number;
  most: number;
  now: Date;
  /** What is done with the open requests at once. */
  tools: ReactNode;
};

/** The queue of removal requests. */
export function RequestList({ open, breached, most, now, tools, ...list }: RequestListProps) {
  const { view } = list.address;
  const isByDeadline = hasDeadlines(view);
  return (
    <ListView
      {...list}
      path={REQUESTS_PATH}
      caption={`Removal requests, ${isByDeadline ? "by deadline" : "newest first"}`}
      columns={columns(now)}
      above={
        <TabNav
          label="Removal requests"
          current={requestsHref({ view })}
          items={[
            { href: REQUESTS_PATH, label: "Open", count: cutCountText(open, most) },
            {
              href: requestsHref({ view: "breached" }),
              label: "Breached",
              ...(breached > 0 && { count: cutCountText(breached, most) }),
            },
            { href: requestsHref({ view: "suggested" }), label: "New suggestions" },
            { href: requestsHref({ view: "all" }), label: "All" },
          ]}
        />
      }
      kept={["view"]}
      tools={isByDeadline && open > 0 ? tools : null}
      search={{ label: "Claimant or request", placeholder: "Name, email or id" }}
      controls={{
        basis: { label: "Legal basis", options: optionsOf(LEGAL_BASES, BASIS_LABELS), className: "md:w-60" },
        due: isByDeadline && {
          label: "Due",
          options: [{ value: "day", label: "Within a day" }],
          className: "md:w-36",
        },
        work: isByDeadline && { label: "Work", options: WORK, className: "md:w-52" },
      }}
      {...(isByDeadline && { first: "oldest", labels: { newer: "Due later", older: "Due earlier" } })}
      empty={{
        icon: <ShieldX />,
        ...EMPTY[view ?? "open"],
        noMatch: {
          title: "No matching requests",
          children:
            "Search by words of the name that the claimant signed with, by their full email address, or by the id of a request.",
        },
      }}
    />
  );
}
