import { requireCreator } from "@/app/session";
import { answerDownload } from "@/app/stored-files";
import { proveLooks } from "@/lib/domain/creators/overview";

/** Proofs of who viewed a creator's ID and records. */
export async function GET(request: Request): Promise<Response> {
  const ctx = await requireCreator();
  return answerDownload(request, ctx, () => proveLooks(ctx));
}
