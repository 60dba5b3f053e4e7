import { cookies } from "next/headers";
import { browserOf } from "@/app/current-actor";
import { downloadOf } from "@/app/stored-files";
import { errorResponse } from "@/lib/api/failures";
import { calledFrom } from "@/lib/api/security";
import { findVisit, performerSubject, provenVisit, visitCookieName } from "@/lib/domain/hosted";
import { findPerformerByToken, openOwnReleaseCopy } from "@/lib/domain/scenes";
import { NotFound } from "@/lib/platform/errors";
import { withRequestContext } from "@/lib/platform/request-context";

type Props = { params: Promise<{ token: string }> };

/** The signed copy of the performer's own release, for a browser that proved their mailbox. Everybody else gets a 404. */
export async function GET(request: Request, { params }: Props): Promise<Response> {
  const { token } = await params;
  const browser = browserOf(request.headers);
  const answer = await withRequestContext({ requestId: browser.requestId }, async () => {
    const performer = await findPerformerByToken(token);
    if (!performer?.userId || calledFrom(request.headers) === "other_site") throw new NotFound();
    const cookie = (await cookies()).get(visitCookieName(performer.id))?.value;
    const found = await findVisit(performerSubject(performer.id), cookie);
    const visit = found && provenVisit(found);
    if (!visit) throw new NotFound();
    const ctx = { actor: { kind: "person" as const, userId: performer.userId, visit }, ...browser };
    return downloadOf(await openOwnReleaseCopy(ctx, { performerId: performer.id }));
  }).catch(errorResponse);
  answer.headers.set("Cache-Control", "no-store");
  return answer;
}
