import { requireCreator } from "@/app/(creator)/creator/creator";
import { downloadOf } from "@/app/stored-files";
import { errorResponse } from "@/lib/api/failures";
import { calledFrom } from "@/lib/api/security";
import { openOwnReleaseCopy } from "@/lib/domain/scenes";
import { NotFound } from "@/lib/platform/errors";
import { withRequestContext } from "@/lib/platform/request-context";

type Props = { params: Promise<{ performerId: string }> };

/** The signed copy of a person's own release. Everybody else gets a 404. */
export async function GET(request: Request, { params }: Props): Promise<Response> {
  const ctx = await requireCreator();
  const { performerId } = await params;
  const answer = await withRequestContext({ requestId: ctx.requestId }, async () => {
    if (calledFrom(request.headers) === "other_site") throw new NotFound();
    return downloadOf(await openOwnReleaseCopy(ctx, { performerId }));
  }).catch(errorResponse);
  answer.headers.set("Cache-Control", "no-store");
  return answer;
}
