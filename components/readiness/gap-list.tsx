import { ClipboardCheck } from "lucide-react";
import { RecordLink } from "@/components/custody/record-link";
import type { Column } from "@/components/lists/data-list";
import { optionsOf } from "@/components/lists/filters";
import { ListView } from "@/components/lists/list-view";
import { inSentence } from "@/components/ui/format";
import { Time } from "@/components/ui/time";
import type { Listed } from "@/lib/domain/core/lists";
import type { allGapList, GapRow, gapList, ownGapList } from "@/lib/domain/readiness";
import {
  CLOSER_LABELS,
  CLOSERS,
  type Closer,
  RULE_NAMES,
  ruleOf,
  rulesSeenBy,
  SUBJECT_LABELS,
  SUBJECTS,
} from "@/lib/domain/readiness/labels";
import { type Area, gapHref, readinessPath } from "./readiness-address";

/** A rule in words, with its paragraph and what it is about. */
export const RuleTitle = ({ rule }: Pick<GapRow, "rule">) => (
  <span className="flex flex-col">
    <span className="wrap-anywhere">{ruleOf(rule).title}</span>
    <span className="whitespace-nowrap font-normal text-muted text-xs">
      {ruleOf(rule).paragraph}, {inSentence(SUBJECT_LABELS[ruleOf(rule).about])}
    </span>
  </span>
);

const columns = (area: Area): Column<GapRow>[] => [
  {
    header: "Record",
    primary: true,
    cell: (row) => (
      <span className="flex flex-col items-start">
        <RecordLink plain href={gapHref(area, row)} data-row className="wrap-anywhere line-clamp-2 font-medium">
          {row.title ?? row.subjectId}
        </RecordLink>
        <span className="wrap-anywhere font-normal text-muted text-xs">
          {SUBJECT_LABELS[row.about]}
          {row.partnerName ? `, ${row.partnerName}` : null}
        </span>
      </span>
    ),
  },
  { header: "Missing", cell: RuleTitle },
  { header: "To close it", cell: ({ rule }) => ruleOf(rule).action },
  ...(area === "producer"
    ? []
    : [{ header: "Who closes it", cell: ({ rule }: GapRow) => CLOSER_LABELS[ruleOf(rule).closes] }]),
  { header: "Found", align: "end", sorts: true, cell: ({ foundAt }) => <Time at={foundAt} /> },
];

type GapListProps = { area: Area } & (Listed<typeof gapList> | Listed<typeof ownGapList> | Listed<typeof allGapList>);

/** The open gaps that one audience sees. */
export function GapList({ area, ...list }: GapListProps) {
  const seen = rulesSeenBy(area === "portal" ? "partner" : area);
  const closers = CLOSERS.filter((closer: Closer) => seen.some((rule) => ruleOf(rule).closes === closer));
  const subjects = SUBJECTS.filter((about) => seen.some((rule) => ruleOf(rule).about === about));
  return (
    <ListView
      {...list}
      path={readinessPath(area)}
      caption="Open gaps, newest first"
      columns={columns(area)}
      search={{ label: "Record id", placeholder: "Start of a record’s id" }}
      controls={{
        rule: {
          label: "Missing",
          options: RULE_NAMES.filter((rule) => seen.includes(rule)).map((rule) => ({
            value: rule,
            label: `${ruleOf(rule).title} (${ruleOf(rule).paragraph})`,
          })),
          className: "md:w-60",
        },
        about: subjects.length > 1 && { label: "Record", options: optionsOf(subjects, SUBJECT_LABELS) },
        closes: closers.length > 1 && { label: "Who closes it", options: optionsOf(closers, CLOSER_LABELS) },
      }}
      {...(area === "portal" && { exportPath: "/api/portal/readiness/export" })}
      empty={{
        icon: <ClipboardCheck />,
        title: "No gaps",
        children: "We check every record each night. What an inspection would miss appears here.",
        noMatch: { title: "No matching gaps", children: "Choose other filters, or enter the start of a record’s id." },
      }}
    />
  );
}
