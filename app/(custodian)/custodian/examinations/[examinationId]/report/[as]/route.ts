import { requireCustodian } from "@/app/session";
import { answerDownload } from "@/app/stored-files";
import { openExaminationReport } from "@/lib/domain/examinations";
import { NotFound } from "@/lib/platform/errors";

type Props = { params: Promise<{ examinationId: string; as: string }> };

/** The signed report of an examination that has ended, as `pdf` or `json`. */
export async function GET(request: Request, { params }: Props): Promise<Response> {
  const ctx = await requireCustodian();
  const { examinationId, as } = await params;
  return answerDownload(request, ctx, () => {
    if (as !== "pdf" && as !== "json") throw new NotFound();
    return openExaminationReport(ctx, { examinationId, as });
  });
}
