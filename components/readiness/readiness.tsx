import type { ReactNode } from "react";
import { type Column, DataList } from "@/components/lists/data-list";
import { listHref } from "@/components/lists/list-address";
import { EmptyState } from "@/components/ui/callout";
import { Card, CardBody } from "@/components/ui/card";
import { counted, countText, dateText } from "@/components/ui/format";
import { PageHeader, PageSection, Stat, StatRow } from "@/components/ui/page-header";
import { Time } from "@/components/ui/time";
import { TrendChart } from "@/components/ui/trend-chart";
import type { Readiness, RuleFigures } from "@/lib/domain/readiness";
import { CLOSER_LABELS, KEPT_OTHERWISE, ruleOf } from "@/lib/domain/readiness/labels";
import { RuleTitle } from "./gap-list";
import { type Area, readinessPath } from "./readiness-address";

/** How many more or fewer gaps than about a week ago. */
export function changeText(change: number | null, since: Date | null): string {
  if (change === null || since === null) return "First check";
  const day = dateText(since.getTime());
  if (change === 0) return `Same as on ${day}`;
  return `${countText(Math.abs(change))} ${change > 0 ? "more" : "fewer"} since ${day}`;
}

const columns = (area: Area, since: Date | null): Column<RuleFigures & { id: string }>[] => [
  { header: "Missing", primary: true, cell: RuleTitle },
  { header: "Gaps", align: "end", cell: ({ gaps, checked }) => `${countText(gaps)} of ${countText(checked)}` },
  { header: "Trend", cell: ({ change }) => changeText(change, since) },
  ...(area === "producer"
    ? []
    : [
        {
          header: "Who closes it",
          cell: ({ rule }: RuleFigures) => CLOSER_LABELS[ruleOf(rule).closes],
        },
      ]),
];

type ReadinessPageProps = {
  area: Area;
  readiness: Readiness;
  /** Whose records, in the description. */
  whose: string;
  /** The list of gaps. */
  children: ReactNode;
};

/** What an inspection today would find missing: figures by rule with their trend, and every gap. */
export function ReadinessPage({ area, readiness, whose, children }: ReadinessPageProps) {
  const { checkedAt, rules, days, since, copies } = readiness;
  const broken = rules.filter(({ gaps }) => gaps > 0);
  return (
    <>
      <PageHeader
        title="Readiness"
        description={`We check ${whose} each night against 28 CFR 75.2 to 75.8, as an inspector would.`}
        {...(checkedAt && {
          meta: (
            <span className="text-muted">
              Checked <Time at={checkedAt} />
            </span>
          ),
        })}
      />
      {checkedAt === null ? (
        <Card>
          <EmptyState title="Not checked yet">The first check runs tonight. Its figures appear here.</EmptyState>
        </Card>
      ) : (
        <div className="flex flex-col gap-8">
          <StatRow>
            <Stat
              label="Gaps"
              value={countText(readiness.gaps)}
              tone={readiness.gaps > 0 ? "waiting" : "done"}
              hint={changeText(readiness.change, since)}
            />
            <Stat
              label="Rules met"
              value={`${rules.length - broken.length} of ${rules.length}`}
              hint="By every record they apply to"
            />
          </StatRow>
          {days.length > 1 ? (
            <Card>
              <CardBody>
                <TrendChart
                  label="Gaps by day"
                  by="day"
                  series={[{ key: "gaps", label: "Gaps" }]}
                  data={days.map(({ day, gaps }) => ({ at: day.toISOString(), gaps }))}
                />
              </CardBody>
            </Card>
          ) : null}
          {broken.length > 0 ? (
            <PageSection id="rules" title="By rule">
              <DataList
                caption="Rules with gaps, most gaps first"
                rows={broken.map((row) => ({ ...row, id: row.rule }))}
                rowKey={({ id }) => id}
                rowHref={({ rule }) => `${listHref(readinessPath(area), { rule })}#gaps`}
                columns={columns(area, since)}
              />
            </PageSection>
          ) : null}
          <PageSection id="gaps" title="All gaps">
            {copies ? (
              <p className="text-muted text-sm">
                On {dateText(copies.day.getTime())} we looked up{" "}
                {counted(copies.checked, "stored copy", "stored copies")} in storage, with their sizes:{" "}
                {countText(copies.lost)} missing. Each night continues where the last one stopped.
              </p>
            ) : null}
            {children}
          </PageSection>
        </div>
      )}
    </>
  );
}

/** The paragraphs that no record can break, and why. */
export const KeptOtherwise = () => (
  <details className="mt-8">
    <summary className="cursor-pointer rounded-sm text-muted text-sm">Paragraphs without a rule</summary>
    <div className="mt-3">
      <DataList
        caption="Paragraphs that no record can break"
        rows={KEPT_OTHERWISE}
        rowKey={({ paragraph }) => paragraph}
        columns={[
          { header: "Paragraph", primary: true, cell: ({ paragraph }) => paragraph },
          { header: "Why", align: "start", cell: ({ why }) => why },
        ]}
      />
    </div>
  </details>
);

/** The figure of an overview, with its trend. Absent before the first check. */
export const ReadinessFigure = ({ area, readiness }: { area: Area; readiness: Readiness }) =>
  readiness.checkedAt && readiness.rules.length > 0 ? (
    <StatRow>
      <Stat
        label="Readiness gaps"
        value={countText(readiness.gaps)}
        tone={readiness.gaps > 0 ? "waiting" : "done"}
        hint={`${changeText(readiness.change, readiness.since)}. ${counted(readiness.rules.length, "rule")} checked.`}
        href={readinessPath(area)}
      />
    </StatRow>
  ) : null;
