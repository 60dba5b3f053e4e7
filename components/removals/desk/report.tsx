import { Download } from "lucide-react";
import { type Column, DataList } from "@/components/lists/data-list";
import { listHref, pagesOf } from "@/components/lists/list-address";
import { Pager } from "@/components/lists/pager";
import { StatusBadge } from "@/components/ui/badge";
import { countText } from "@/components/ui/format";
import { ButtonLink } from "@/components/ui/link";
import { Stat, StatRow } from "@/components/ui/page-header";
import { Time } from "@/components/ui/time";
import type { Figures, PartnerFigures, Report } from "@/lib/domain/removals";
import { BASIS_LABELS } from "@/lib/domain/removals/labels";
import { type Counted, FIGURE_LABELS, hoursText, monthText } from "@/lib/domain/removals/reports/labels";

const numbersOf = (counts: Counted): Column<Figures>[] => {
  const { received, done, dropped } = FIGURE_LABELS[counts];
  const count = (id: "received" | "done" | "dropped" | "breached" | "open", header: string): Column<Figures> => ({
    header,
    align: "end",
    cell: (row) => <span className="tabular-nums">{countText(row[id])}</span>,
  });
  const hours = (id: "medianHours" | "longestHours", header: string): Column<Figures> => ({
    header,
    align: "end",
    cell: (row) => <span className="tabular-nums">{hoursText(row[id])}</span>,
  });
  return [
    count("received", received),
    count("done", done),
    count("dropped", dropped),
    hours("medianHours", "Median time"),
    hours("longestHours", "Longest time"),
    count("breached", "Breached"),
    count("open", "Open at the end"),
  ];
};

/** Whether a month's report is frozen. */
export const ReportState = ({ frozenAt }: Pick<Report, "frozenAt">) =>
  frozenAt ? (
    <StatusBadge tone="done">
      Frozen <Time at={frozenAt} as="date" />
    </StatusBadge>
  ) : (
    <StatusBadge tone="waiting">So far</StatusBadge>
  );

/** Downloads of a month's report. `what`: which one, if there are several. */
export const ReportFiles = ({ path, month, what }: { path: string; month: string; what?: string }) =>
  (["csv", "pdf"] as const).map((format) => (
    <ButtonLink
      key={format}
      href={listHref(path, { month, format })}
      icon={<Download aria-hidden />}
      size="sm"
      download
    >
      Export {what ? `${what} ` : null}
      {format.toUpperCase()}
    </ButtonLink>
  ));

const NONE: Readonly<Record<Counted, string>> = {
  requests: "No removal requests in this month.",
  takedowns: "No takedowns in this month.",
};

type FiguresProps = { report: Report; counts: Counted };

/** What happened in a month, in total and by legal basis. */
export function ReportFigures({ report: { figures }, counts }: FiguresProps) {
  const [total, ...all] = figures;
  if (!total) return null;
  // The exports have every legal basis.
  const bases = all.filter(
    ({ received, done, dropped, breached, open }) => received + done + dropped + breached + open > 0,
  );
  const { received, done } = FIGURE_LABELS[counts];
  return (
    <>
      <StatRow>
        <Stat label={received} value={countText(total.received)} />
        <Stat label={done} value={countText(total.done)} />
        <Stat
          label="Median time"
          value={hoursText(total.medianHours)}
          hint={total.longestHours === null ? null : `Longest ${hoursText(total.longestHours)}`}
        />
        <Stat label="Breached" value={countText(total.breached)} tone={total.breached > 0 ? "harm" : "neutral"} />
      </StatRow>
      <DataList
        caption="By legal basis"
        rows={bases.length > 0 ? [...bases, total] : []}
        rowKey={({ basis }) => basis ?? "all"}
        columns={[
          {
            header: "Legal basis",
            primary: true,
            cell: ({ basis }) => (basis ? BASIS_LABELS[basis] : <span className="font-medium">All</span>),
          },
          ...numbersOf(counts),
        ]}
        empty={<p className="p-4 text-muted text-sm">{NONE[counts]}</p>}
      />
    </>
  );
}

/** The takedowns of each platform in a month. */
export const PartnerReports = ({ partners }: { partners: readonly PartnerFigures[] }) => (
  <DataList
    caption="Takedowns by platform"
    rows={partners.flatMap(({ figures: [total], ...partner }) => (total ? { ...partner, ...total } : []))}
    rowKey={({ partnerId }) => partnerId}
    columns={[
      {
        header: "Platform",
        primary: true,
        cell: ({ name }) => <span className="wrap-anywhere">{name}</span>,
      },
      ...numbersOf("takedowns"),
    ]}
    empty={<p className="p-4 text-muted text-sm">{NONE.takedowns}</p>}
  />
);

/** Links to the months before and after. */
export const MonthPager = ({ report: { older, newer }, path }: { report: Report; path: string }) => (
  <Pager
    name="Months"
    {...pagesOf({ newer, older }, (cursor) => listHref(path, { month: cursor }))}
    labels={{ newer: newer ? monthText(newer) : "Later", older: older ? monthText(older) : "Earlier" }}
  />
);
