import { BadgeCheck } from "lucide-react";
import type { Column } from "@/components/lists/data-list";
import { ListView } from "@/components/lists/list-view";
import { StatusBadge } from "@/components/ui/badge";
import { Callout } from "@/components/ui/callout";
import { inSentence } from "@/components/ui/format";
import { Time } from "@/components/ui/time";
import type { Listed } from "@/lib/domain/core/lists";
import type { KnownCaseOutcome, KnownCaseRow, knownCaseList } from "@/lib/domain/identity";
import { rejectionWording } from "@/lib/domain/identity/rejection-reasons";

const any = new Intl.ListFormat("en", { type: "disjunction" });

const reasonsIn = (reasons: KnownCaseRow["reasons"], quoted = (label: string) => label): string =>
  any.format(reasons.map((reason) => quoted(inSentence(rejectionWording(reason).label))));

/** The expected decision: "Approve", or "Reject: document expired or other". */
export const expectedText = ({ expected, reasons }: Pick<KnownCaseRow, "expected" | "reasons">): string =>
  expected === "approve" ? "Approve" : `Reject: ${reasonsIn(reasons)}`;

/** Tells a reviewer, after their decision, that it was about a known case and whether it was the expected one. */
export const KnownOutcome = ({ outcome }: { outcome: KnownCaseOutcome | null }) =>
  outcome ? (
    <Callout
      tone="neutral"
      className="mb-4"
      title={outcome.met ? "The last check was a known case, and you were right" : "The last check was a known case"}
    >
      {outcome.met
        ? null
        : outcome.expected === "approve"
          ? "The right decision was to approve. "
          : `The right decision was to reject, for ${reasonsIn(outcome.reasons, (label) => `“${label}”`)}. `}
      {outcome.why} Nobody was emailed, and nothing was recorded about a person.
    </Callout>
  ) : null;

const COLUMNS: Column<KnownCaseRow>[] = [
  {
    header: "Person",
    primary: true,
    cell: ({ legalName, email }) => (
      <span className="flex flex-col">
        <span className="wrap-anywhere">{legalName ?? "—"}</span>
        <span className="wrap-anywhere font-normal text-muted text-xs">{email}</span>
      </span>
    ),
  },
  { header: "Expected", cell: (row) => expectedText(row) },
  { header: "Right", cell: ({ met, decided }) => `${met} of ${decided}` },
  { header: "Made", cell: ({ madeAt }) => <Time at={madeAt} /> },
  {
    header: "Status",
    cell: ({ retiredAt }) => (
      <StatusBadge tone={retiredAt ? "neutral" : "done"} ended={retiredAt !== null}>
        {retiredAt ? "Retired" : "Active"}
      </StatusBadge>
    ),
  },
];

/** The known cases that a custodian made or decided. */
export const KnownCaseList = (list: Listed<typeof knownCaseList>) => (
  <ListView
    {...list}
    path="/custodian/known-cases"
    caption="Known cases, newest first"
    columns={COLUMNS}
    controls={{
      status: {
        label: "Status",
        options: [
          { value: "active", label: "Active" },
          { value: "retired", label: "Retired" },
        ],
        className: "md:w-36",
      },
    }}
    rowHref={({ id, isMine }) => (isMine ? `/custodian/known-cases/${id}` : null)}
    empty={{
      icon: <BadgeCheck aria-hidden />,
      title: "No known cases",
      children: "Those you make or decided appear here. The others would tell you the answer.",
    }}
  />
);
