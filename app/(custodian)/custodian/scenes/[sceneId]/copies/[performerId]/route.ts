import { requireCustodian } from "@/app/session";
import { downloadOf } from "@/app/stored-files";
import { errorResponse } from "@/lib/api/failures";
import { calledFrom } from "@/lib/api/security";
import { isViewPurpose } from "@/lib/domain/identity/view-purposes";
import { openReleaseCopy } from "@/lib/domain/scenes";
import { Forbidden, InvalidField } from "@/lib/platform/errors";
import { withRequestContext } from "@/lib/platform/request-context";

type Props = { params: Promise<{ sceneId: string; performerId: string }> };

/** A performer's signed release, for a custodian who says why. Each download is recorded in the ledger. */
export async function GET(request: Request, { params }: Props): Promise<Response> {
  const ctx = await requireCustodian();
  const { sceneId, performerId } = await params;
  const purpose = new URL(request.url).searchParams.get("purpose") ?? "";
  const answer = await withRequestContext({ requestId: ctx.requestId }, async () => {
    if (calledFrom(request.headers) === "other_site") throw new Forbidden("The request came from another site");
    if (!isViewPurpose(purpose) || purpose === "identity_review") {
      throw new InvalidField("purpose", "Say why you need to see it.");
    }
    return downloadOf(await openReleaseCopy(ctx, { sceneId, performerId, purpose }));
  }).catch(errorResponse);
  answer.headers.set("Cache-Control", "no-store");
  return answer;
}
