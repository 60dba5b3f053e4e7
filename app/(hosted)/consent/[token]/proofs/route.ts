import { browserOf } from "@/app/current-actor";
import { answerDownload } from "@/app/stored-files";
import { proveOwnRelease } from "@/lib/domain/scenes";
import { getDownloader } from "../visitor";

type Props = { params: Promise<{ token: string }> };

/** Proofs of the signature and consent of the performer, for a browser that proved their mailbox. Everybody else gets a 404. */
export async function GET(request: Request, { params }: Props): Promise<Response> {
  const { token } = await params;
  const browser = browserOf(request.headers);
  return answerDownload(request, browser, async () => {
    const { ctx, performerId } = await getDownloader(token, browser);
    return proveOwnRelease(ctx, { performerId });
  });
}
