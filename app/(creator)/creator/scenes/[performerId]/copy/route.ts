import { requireCreator } from "@/app/session";
import { answerDownload } from "@/app/stored-files";
import { openOwnReleaseCopy } from "@/lib/domain/scenes";

type Props = { params: Promise<{ performerId: string }> };

/** The signed copy of a person's own release. Everybody else gets a 404. */
export async function GET(request: Request, { params }: Props): Promise<Response> {
  const ctx = await requireCreator();
  const { performerId } = await params;
  return answerDownload(request, ctx, () => openOwnReleaseCopy(ctx, { performerId }));
}
