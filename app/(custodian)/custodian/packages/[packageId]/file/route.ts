import { requireCustodian } from "@/app/session";
import { answerRange } from "@/app/stored-files";
import { openRecords } from "@/lib/domain/examinations/packages";

type Props = { params: Promise<{ packageId: string }> };

/** The ZIP of a package, or a range of its bytes. */
export async function GET(request: Request, { params }: Props): Promise<Response> {
  const ctx = await requireCustodian();
  const { packageId } = await params;
  return answerRange(request, ctx, (range) => openRecords(ctx, { packageId, range }));
}
