import { noPhoto, photoResponse } from "@/app/stored-files";
import { calledFrom } from "@/lib/api/security";
import { viewExaminedPhoto } from "@/lib/domain/examinations";
import { isPhotoKind } from "@/lib/domain/identity/documents";
import { NotFound } from "@/lib/platform/errors";
import { getExaminer } from "../../../examiner";

type Props = { params: Promise<{ token: string; checkId: string; kind: string }> };

/** A photo of an ID in scope. Everything else gets the same answer as what doesn't exist. */
export async function GET(request: Request, { params }: Props): Promise<Response> {
  const { token, checkId, kind } = await params;
  try {
    if (!isPhotoKind(kind) || calledFrom(request.headers) === "other_site" || request.method === "HEAD")
      throw new NotFound();
    const { jpeg } = await viewExaminedPhoto(await getExaminer(token), { checkId, kind });
    return photoResponse(jpeg);
  } catch (error) {
    if (error instanceof NotFound) return noPhoto(404);
    throw error;
  }
}
