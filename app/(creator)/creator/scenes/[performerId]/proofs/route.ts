import { requireCreator } from "@/app/session";
import { answerDownload } from "@/app/stored-files";
import { proveOwnRelease } from "@/lib/domain/scenes";

type Props = { params: Promise<{ performerId: string }> };

/** Proofs of a person's own signature and consent. Everybody else gets a 404. */
export async function GET(request: Request, { params }: Props): Promise<Response> {
  const ctx = await requireCreator();
  const { performerId } = await params;
  return answerDownload(request, ctx, () => proveOwnRelease(ctx, { performerId }));
}
