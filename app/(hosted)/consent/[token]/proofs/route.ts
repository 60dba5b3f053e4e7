import { browserOf } from "@/app/current-actor";
import { answerDownload } from "@/app/stored-files";
import { proveOwnRelease } from "@/lib/domain/scenes";
import { NotFound } from "@/lib/platform/errors";
import { logRefusal } from "@/lib/platform/log";
import { findVisitor } from "../visitor";

type Props = { params: Promise<{ token: string }> };

/** Proofs of the signature and consent of the performer, for a browser that proved their mailbox. Everybody else gets a 404. */
export async function GET(request: Request, { params }: Props): Promise<Response> {
  const { token } = await params;
  const browser = browserOf(request.headers);
  return answerDownload(request, browser, async () => {
    const visitor = await findVisitor(token);
    if (!visitor?.performer.userId) throw new NotFound();
    const { performer, proven } = visitor;
    if (!proven) {
      logRefusal("download", { subject: performer.id, ip: browser.ip, status: 404 });
      throw new NotFound();
    }
    const ctx = { actor: { kind: "person" as const, ...proven }, ...browser };
    return proveOwnRelease(ctx, { performerId: performer.id });
  });
}
