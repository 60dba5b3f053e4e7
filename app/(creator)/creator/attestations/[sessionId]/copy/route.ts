import { requireCreator } from "@/app/session";
import { answerDownload } from "@/app/stored-files";
import { openAttestationCopy } from "@/lib/domain/scenes/upload-sessions";

type Props = { params: Promise<{ sessionId: string }> };

/** The signed copy of what a person attested to. Everybody else gets a 404. */
export async function GET(request: Request, { params }: Props): Promise<Response> {
  const ctx = await requireCreator();
  const { sessionId } = await params;
  return answerDownload(request, ctx, () => openAttestationCopy(ctx, sessionId));
}
