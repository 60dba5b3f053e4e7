import { cookies } from "next/headers";
import { browserOf } from "@/app/current-actor";
import { answerDownload } from "@/app/stored-files";
import { findProof, performerSubject, visitCookieName } from "@/lib/domain/acts";
import { findPerformerByToken, openOwnReleaseCopy } from "@/lib/domain/scenes";
import { NotFound } from "@/lib/platform/errors";
import { logRefusal } from "@/lib/platform/log";

type Props = { params: Promise<{ token: string }> };

/** The signed copy of the performer's own release, for a browser that proved their mailbox. Everybody else gets a 404. */
export async function GET(request: Request, { params }: Props): Promise<Response> {
  const { token } = await params;
  const browser = browserOf(request.headers);
  return answerDownload(request, browser, async () => {
    const performer = await findPerformerByToken(token);
    if (!performer?.userId) throw new NotFound();
    const cookie = (await cookies()).get(visitCookieName(performer.id))?.value;
    const { proof } = await findProof(performerSubject(performer.id), cookie);
    if (!proof) {
      logRefusal("download", { subject: performer.id, ip: browser.ip, status: 404 });
      throw new NotFound();
    }
    const ctx = { actor: { kind: "person" as const, userId: performer.userId, visit: proof }, ...browser };
    return openOwnReleaseCopy(ctx, { performerId: performer.id });
  });
}
