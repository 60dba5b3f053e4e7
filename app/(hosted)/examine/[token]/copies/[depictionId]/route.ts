import { copyResponse, noPhoto } from "@/app/stored-files";
import { errorResponse } from "@/lib/api/failures";
import { calledFrom } from "@/lib/api/security";
import { endUnread } from "@/lib/api/web-exchange";
import { readExaminedCopy } from "@/lib/domain/examinations";
import { AppError, NotFound } from "@/lib/platform/errors";
import { getExaminer } from "../../examiner";

type Props = { params: Promise<{ token: string; depictionId: string }> };

/** The stored copy of a depiction in scope, or a byte range of it. The transfer breaks off when the examination ends. */
export async function GET(request: Request, { params }: Props): Promise<Response> {
  const { token, depictionId } = await params;
  const answer = await (async () => {
    if (calledFrom(request.headers) === "other_site" || request.method === "HEAD") throw new NotFound();
    const range = request.headers.get("range");
    return copyResponse(await readExaminedCopy(await getExaminer(token), { depictionId, range }));
  })().catch((error: unknown) => {
    if (error instanceof NotFound) return noPhoto(404);
    if (error instanceof AppError) return errorResponse(error);
    throw error;
  });
  answer.headers.set("Cache-Control", "no-store");
  return endUnread(request, answer);
}
