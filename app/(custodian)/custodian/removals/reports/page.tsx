import type { Metadata } from "next";
import { requireCustodian } from "@/app/session";
import { readListAddress, type SearchParams } from "@/components/lists/list-address";
import { MonthPager, PartnerReports, ReportFigures, ReportFiles, ReportState } from "@/components/removals/desk/report";
import { REQUEST_REPORTS_PATH, REQUESTS_PATH } from "@/components/shell/addresses";
import { PageHeader } from "@/components/ui/page-header";
import { readServiceReport } from "@/lib/domain/removals";
import { monthText } from "@/lib/domain/removals/reports/labels";

export const metadata: Metadata = { title: "Removal report" };

type Props = { searchParams: SearchParams };

/** A month's removal requests and takedowns, for the acquirer. */
export default async function RemovalReportPage({ searchParams }: Props) {
  const ctx = await requireCustodian();
  const { month } = readListAddress(await searchParams, ["month"]);
  const { partners, ...report } = await readServiceReport(ctx, month);
  return (
    <>
      <PageHeader
        title={`Removal report, ${monthText(report.month)}`}
        description="Months follow New York time. A report is final once its month ends."
        back={{ href: REQUESTS_PATH, label: "Removal requests" }}
        meta={<ReportState {...report} />}
        actions={
          <>
            <ReportFiles path={`${REQUEST_REPORTS_PATH}/file`} month={report.month} />
            <ReportFiles path={`${REQUEST_REPORTS_PATH}/acquirer`} month={report.month} what="acquirers’" />
          </>
        }
      />
      <div className="flex flex-col gap-6">
        <h2 className="font-semibold">Removal requests</h2>
        <ReportFigures report={report} counts="requests" />
        <h2 className="font-semibold">Takedowns by platform</h2>
        <PartnerReports partners={partners} />
        <MonthPager report={report} path={REQUEST_REPORTS_PATH} />
      </div>
    </>
  );
}
