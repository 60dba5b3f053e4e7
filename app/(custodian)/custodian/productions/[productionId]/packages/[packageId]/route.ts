import { requireCustodian } from "@/app/session";
import { answerDownload } from "@/app/stored-files";
import { isViewPurpose } from "@/lib/domain/identity/view-purposes";
import { openPackage } from "@/lib/domain/packages";
import { InvalidField } from "@/lib/platform/errors";

type Props = { params: Promise<{ productionId: string; packageId: string }> };

/** The plain ZIP of a sealed package, for a custodian who says why. Each download is recorded in the ledger. */
export async function GET(request: Request, { params }: Props): Promise<Response> {
  const ctx = await requireCustodian();
  const { productionId, packageId } = await params;
  const purpose = new URL(request.url).searchParams.get("purpose") ?? "";
  return answerDownload(request, ctx.requestId, async () => {
    if (!isViewPurpose(purpose) || purpose === "identity_review") {
      throw new InvalidField("purpose", "Say why you need to see it.");
    }
    return openPackage(ctx, { productionId, packageId, purpose });
  });
}
