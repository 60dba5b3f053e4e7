import { requireCustodian } from "@/app/session";
import { answerDownload } from "@/app/stored-files";
import { exportAcquirerReports, ReportQuery } from "@/lib/domain/removals";

/** A month's report to acquirers, of each platform, as CSV or signed PDF. Each download is recorded in the ledger. */
export async function GET(request: Request): Promise<Response> {
  const ctx = await requireCustodian();
  const query = ReportQuery.parse(Object.fromEntries(new URL(request.url).searchParams));
  return answerDownload(request, ctx, () => exportAcquirerReports(ctx, query));
}
