import { requireCustodian } from "@/app/session";
import { answerDownload } from "@/app/stored-files";
import { sumOfPackage } from "@/lib/domain/examinations/packages";

type Props = { params: Promise<{ packageId: string }> };

/** The SHA-256 of a package, as a file. */
export async function GET(request: Request, { params }: Props): Promise<Response> {
  const ctx = await requireCustodian();
  const { packageId } = await params;
  return answerDownload(request, ctx, () => sumOfPackage(ctx, packageId));
}
