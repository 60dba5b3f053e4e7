import { type Column, DataList, NONE } from "@/components/lists/data-list";
import { EmptyState } from "@/components/ui/callout";
import { Card, CardBody } from "@/components/ui/card";
import { counted, countText, lengthText } from "@/components/ui/format";
import { PageSection, Stat, StatRow } from "@/components/ui/page-header";
import { TrendChart } from "@/components/ui/trend-chart";
import type { ReviewFigures } from "@/lib/domain/identity";
import { rejectionWording } from "@/lib/domain/identity/rejection-reasons";

type ByCustodian = ReviewFigures["custodians"][number];

const share = (part: number, whole: number): string => (whole === 0 ? "—" : `${Math.round((100 * part) / whole)}%`);
const median = (ms: number | null): string => (ms === null ? "—" : lengthText(ms));

const CUSTODIANS: Column<ByCustodian>[] = [
  { header: "Custodian", primary: true, cell: ({ name }) => name },
  { header: "Decided", align: "end", cell: ({ decided }) => countText(decided) },
  { header: "Rejected", align: "end", cell: ({ rejected, decided }) => share(rejected, decided) },
  { header: "On time", align: "end", cell: ({ kept, decided }) => share(kept, decided) },
  { header: "Known cases", align: "end", cell: ({ known }) => (known ? `${known.right} of ${known.of}` : NONE) },
  { header: "Median time", align: "end", cell: ({ medianMs }) => (medianMs === null ? NONE : lengthText(medianMs)) },
];

/** What custodians decided, how fast, by whom, and why they rejected. */
export function Figures({
  now,
  before,
  days,
  custodians,
  reasons,
  promiseHours,
  zone,
}: ReviewFigures & { zone: string | undefined }) {
  if (now.decided === 0) {
    return (
      <Card>
        <EmptyState title="No decisions in the last 30 days">Figures appear here after the first one.</EmptyState>
      </Card>
    );
  }
  const compared = (text: string) =>
    before.decided === 0 ? "No decisions in the 30 days before" : `${text} in the 30 days before`;
  return (
    <div className="flex flex-col gap-8">
      <StatRow>
        <Stat
          label={`Decided within ${counted(promiseHours, "hour")}`}
          value={share(now.kept, now.decided)}
          tone={now.kept === now.decided ? "done" : "waiting"}
          hint={compared(share(before.kept, before.decided))}
        />
        <Stat label="Median time" value={median(now.medianMs)} hint={compared(median(before.medianMs))} />
        <Stat label="Decided" value={countText(now.decided)} hint={compared(countText(before.decided))} />
        <Stat
          label="Rejected"
          value={share(now.rejected, now.decided)}
          hint={compared(share(before.rejected, before.decided))}
        />
      </StatRow>
      <Card>
        <CardBody>
          <TrendChart
            label="Decisions by day"
            zone={zone}
            by="day"
            series={[
              { key: "approved", label: "Approved" },
              { key: "rejected", label: "Rejected", tone: "harm" },
            ]}
            data={days.map(({ day, approved, rejected }) => ({ at: day.toISOString(), approved, rejected }))}
          />
        </CardBody>
      </Card>
      <PageSection id="custodians" title="By custodian">
        <DataList
          caption="Decisions by custodian, most first"
          rows={custodians}
          rowKey={({ id }) => id}
          columns={CUSTODIANS}
        />
      </PageSection>
      {reasons.length > 0 ? (
        <PageSection id="reasons" title="By reason of rejection">
          <DataList
            caption="Rejections by reason, most first"
            rows={reasons}
            rowKey={({ id }) => id}
            columns={[
              { header: "Reason", primary: true, cell: ({ id }) => rejectionWording(id).label },
              { header: "Rejections", align: "end", cell: ({ count }) => countText(count) },
              { header: "Share", align: "end", cell: ({ count }) => share(count, now.rejected) },
            ]}
          />
        </PageSection>
      ) : null}
    </div>
  );
}
