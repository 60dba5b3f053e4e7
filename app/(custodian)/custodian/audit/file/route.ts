import { requireCustodian } from "@/app/session";
import { answerDownload } from "@/app/stored-files";
import { staffAuditList } from "@/lib/domain/custody/staff-audit";

/** The audit log as its page filters it, as CSV. The ledger records each download. */
export async function GET(request: Request): Promise<Response> {
  const ctx = await requireCustodian();
  const filters = staffAuditList.Filters.parse(Object.fromEntries(new URL(request.url).searchParams));
  return answerDownload(request, ctx, async () => ({
    fileName: `${staffAuditList.csv.file}.csv`,
    csv: await staffAuditList.export(ctx, filters),
  }));
}
