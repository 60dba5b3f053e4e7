import type { Metadata } from "next";
import type { PageProps } from "@/app/(portal)/portal/pages";
import { requirePortalUser } from "@/app/session";
import { readListAddress } from "@/components/lists/list-address";
import { MonthPager, ReportFigures, ReportFiles, ReportState } from "@/components/removals/desk/report";
import { AuthorityFiles, TimesByMonth } from "@/components/removals/takedowns/times";
import { TAKEDOWN_REPORTS_PATH, TAKEDOWNS_PATH } from "@/components/shell/addresses";
import { PageHeader } from "@/components/ui/page-header";
import { readPartnerReport, readPartnerTimes } from "@/lib/domain/removals";
import { monthText } from "@/lib/domain/removals/reports/labels";

export const metadata: Metadata = { title: "Takedown report" };

/** A month's takedowns of the partner, its files for others, and how long takedowns took in the last months. */
export default async function TakedownReportPage({ searchParams }: PageProps) {
  const ctx = await requirePortalUser();
  const { month } = readListAddress(await searchParams, ["month"]);
  const [report, times] = await Promise.all([readPartnerReport(ctx, month), readPartnerTimes(ctx)]);
  return (
    <>
      <PageHeader
        title={`Takedown report, ${monthText(report.month)}`}
        description="Months follow New York time. A report is final once its month ends."
        back={{ href: TAKEDOWNS_PATH, label: "Takedowns" }}
        meta={<ReportState {...report} />}
        actions={<ReportFiles path="/api/portal/takedowns/report" month={report.month} />}
      />
      <div className="flex flex-col gap-6">
        <ReportFigures report={report} counts="takedowns" />
        <MonthPager report={report} path={TAKEDOWN_REPORTS_PATH} />
        <AuthorityFiles month={report.month} />
        <TimesByMonth times={times} />
      </div>
    </>
  );
}
