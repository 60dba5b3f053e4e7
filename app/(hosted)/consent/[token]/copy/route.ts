import { browserOf } from "@/app/current-actor";
import { answerDownload } from "@/app/stored-files";
import { openOwnReleaseCopy } from "@/lib/domain/scenes";
import { getDownloader } from "../visitor";

type Props = { params: Promise<{ token: string }> };

/** The signed copy of the performer's own release, for a browser that proved their mailbox. Everybody else gets a 404. */
export async function GET(request: Request, { params }: Props): Promise<Response> {
  const { token } = await params;
  const browser = browserOf(request.headers);
  return answerDownload(request, browser, async () => {
    const { ctx, performerId } = await getDownloader(token, browser);
    return openOwnReleaseCopy(ctx, { performerId });
  });
}
