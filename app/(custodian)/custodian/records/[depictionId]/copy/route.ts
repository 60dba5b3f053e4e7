import { noteRefusal } from "@/app/forms";
import { requireCustodian } from "@/app/session";
import { copyGrant, copyResponse } from "@/app/stored-files";
import { errorResponse } from "@/lib/api/failures";
import { calledFrom } from "@/lib/api/security";
import { endUnread } from "@/lib/api/web-exchange";
import { readCopyAsCustodian } from "@/lib/domain/records/content";
import { Forbidden } from "@/lib/platform/errors";
import { withRequestContext } from "@/lib/platform/request-context";

type Props = { params: Promise<{ depictionId: string }> };

/** The stored copy of a depiction, or a byte range of it, for a custodian who opened it. */
export async function GET(request: Request, { params }: Props): Promise<Response> {
  const ctx = await requireCustodian();
  const { depictionId } = await params;
  const answer = await withRequestContext({ requestId: ctx.requestId }, async () => {
    if (calledFrom(request.headers) === "other_site") throw new Forbidden("The request came from another site");
    const range = request.headers.get("range");
    return copyResponse(await readCopyAsCustodian(ctx, { depictionId, grant: await copyGrant(), range }));
  }).catch((error: unknown) => {
    noteRefusal("stored copy", ctx, error);
    return errorResponse(error);
  });
  answer.headers.set("Cache-Control", "no-store");
  return endUnread(request, answer);
}
