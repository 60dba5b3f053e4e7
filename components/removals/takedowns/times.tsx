import { Download } from "lucide-react";
import type { ReactNode } from "react";
import { DataList } from "@/components/lists/data-list";
import { listHref } from "@/components/lists/list-address";
import { SectionCard } from "@/components/ui/card";
import { countText } from "@/components/ui/format";
import { ButtonLink } from "@/components/ui/link";
import { PageSection } from "@/components/ui/page-header";
import type { Times } from "@/lib/domain/removals";
import { BASIS_LABELS } from "@/lib/domain/removals/labels";
import { hoursText, monthText } from "@/lib/domain/removals/reports/labels";

const numbers = (text: string) => <span className="tabular-nums">{text}</span>;

/** How long takedowns took in each of the last months, by legal basis. */
export const TimesByMonth = ({ times }: { times: readonly Times[] }) => (
  <PageSection
    id="times"
    title="Time to take down, by month"
    description="Median and longest time from the start of the clock, over twelve months."
  >
    {times.length > 0 ? <FileLink path="/api/portal/takedowns/times">Export times</FileLink> : null}
    <DataList
      caption="Time to take down, by month and legal basis"
      rows={times}
      rowKey={({ month, basis }) => `${month} ${basis}`}
      columns={[
        {
          header: "Month",
          primary: true,
          cell: ({ month, basis, isFinal }) => (
            <span className={basis ? "text-muted" : "font-medium"}>
              {monthText(month)}
              {isFinal ? null : ", so far"}
            </span>
          ),
        },
        { header: "Legal basis", cell: ({ basis }) => (basis ? BASIS_LABELS[basis] : "All") },
        { header: "Taken down", align: "end", cell: ({ done }) => numbers(countText(done)) },
        { header: "Median time", align: "end", cell: ({ medianHours }) => numbers(hoursText(medianHours)) },
        { header: "Longest time", align: "end", cell: ({ longestHours }) => numbers(hoursText(longestHours)) },
        { header: "Breached", align: "end", cell: ({ breached }) => numbers(countText(breached)) },
      ]}
      empty={<p className="p-4 text-muted text-sm">Nothing was taken down in the last twelve months.</p>}
    />
  </PageSection>
);

const FileLink = ({ path, children }: { path: string; children: ReactNode }) => (
  <ButtonLink href={path} icon={<Download aria-hidden />} size="sm" download className="self-start">
    {children}
  </ButtonLink>
);

/** A month's files for the acquirer and the European Commission. */
export const AuthorityFiles = ({ month }: { month: string }) => (
  <div className="grid gap-4 md:grid-cols-2">
    <SectionCard
      id="acquirer"
      title="For your acquirer"
      description="Complaints received, removed, rejected and open, and how many you resolved within seven business days. A complaint is a removal request about one record, so one request can be several. No personal data."
      body="flex flex-wrap gap-2"
    >
      <FileLink path={listHref("/api/portal/takedowns/acquirer", { month, format: "pdf" })}>Acquirer PDF</FileLink>
      <FileLink path={listHref("/api/portal/takedowns/acquirer", { month, format: "csv" })}>Acquirer CSV</FileLink>
    </SectionCard>
    <SectionCard
      id="statements"
      title="For the DSA Transparency Database"
      description="A statement of reasons for each confirmed removal, one JSON object a line. Check them before you send them. “automated_detection” is always “No”: a custodian decided about each, and we don’t tell whether we found a copy."
      body="flex flex-wrap gap-2"
    >
      <FileLink path={listHref("/api/portal/takedowns/statements", { month })}>Statements of reasons</FileLink>
    </SectionCard>
  </div>
);
