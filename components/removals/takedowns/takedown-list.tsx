import { ShieldX } from "lucide-react";
import { type Column, NONE } from "@/components/lists/data-list";
import { ExportButton } from "@/components/lists/export-button";
import { optionsOf } from "@/components/lists/filters";
import { ListView } from "@/components/lists/list-view";
import { TAKEDOWNS_PATH, takedownHref, takedownsHref } from "@/components/shell/addresses";
import { cutCountText } from "@/components/ui/format";
import { TabNav } from "@/components/ui/page-header";
import { Time } from "@/components/ui/time";
import type { Listed } from "@/lib/domain/core/lists";
import type { TakedownRow, takedownList } from "@/lib/domain/removals";
import { BASIS_LABELS, KIND_LABELS, LEGAL_BASES } from "@/lib/domain/removals/labels";
import { recordTitle, TakedownStatus } from "./takedown";

const COLUMNS: Column<TakedownRow>[] = [
  {
    header: "What",
    primary: true,
    cell: (row) => <span className="wrap-anywhere line-clamp-2">{recordTitle(row)}</span>,
  },
  { header: "Kind", cell: ({ kind }) => KIND_LABELS[kind] },
  { header: "Legal basis", cell: ({ legalBasis }) => BASIS_LABELS[legalBasis] },
  { header: "Status", cell: ({ status }) => <TakedownStatus status={status} /> },
  {
    header: "Time left",
    cell: ({ closedAt, deadlineAt }) => (closedAt ? NONE : <Time at={deadlineAt} as="left" className="font-medium" />),
  },
  { header: "Deadline", align: "end", cell: ({ deadlineAt }) => <Time at={deadlineAt} as="datetime" /> },
];

const BY_DEADLINE = COLUMNS.map((column) => ({ ...column, sorts: column.header === "Deadline" }));

const OPENED = "When a removal request is about your content, it appears here with its deadline.";
const EMPTY = {
  open: { title: "Nothing to take down", children: OPENED },
  breached: {
    title: "No deadline has passed",
    children: "Takedowns past their deadline appear here until they are marked.",
  },
  all: { title: "No takedowns yet", children: OPENED },
};

/** `most`: where counting stops. */
type TakedownListProps = Listed<typeof takedownList> & { open: number; breached: number; most: number };

/** The partner's takedowns: the open ones, those past their deadline, or all of them. */
export function TakedownList({ open, breached, most, ...list }: TakedownListProps) {
  const { view } = list.address;
  return (
    <ListView
      {...list}
      path={TAKEDOWNS_PATH}
      caption={view === "all" ? "Takedowns, newest first" : "Open takedowns, by deadline"}
      columns={view === "all" ? COLUMNS : BY_DEADLINE}
      rowHref={takedownHref}
      above={
        <TabNav
          label="Takedowns"
          current={takedownsHref({ view })}
          items={[
            { href: TAKEDOWNS_PATH, label: "Open", count: cutCountText(open, most) },
            {
              href: takedownsHref({ view: "breached" }),
              label: "Breached",
              ...(breached > 0 && { count: cutCountText(breached, most) }),
            },
            { href: takedownsHref({ view: "all" }), label: "All" },
          ]}
        />
      }
      kept={["view"]}
      search={{ label: "Title, URL or id", placeholder: "Part of a title, a URL, or start of an id" }}
      controls={{
        basis: { label: "Legal basis", options: optionsOf(LEGAL_BASES, BASIS_LABELS), className: "md:w-60" },
      }}
      tools={
        <>
          <ExportButton path="/api/portal/takedowns/export" />
          <ExportButton path="/api/portal/takedowns/print" format="PDF" />
        </>
      }
      {...(view !== "all" && { labels: { newer: "Due later", older: "Due earlier" } })}
      empty={{
        icon: <ShieldX />,
        ...EMPTY[view ?? "open"],
        noMatch: {
          title: "No matching takedowns",
          children: "Search by part of a title, a full URL, or the start of a content id or of one of our ids.",
        },
      }}
    />
  );
}
