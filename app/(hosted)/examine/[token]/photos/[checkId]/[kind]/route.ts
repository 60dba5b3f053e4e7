import { noPhoto, photoResponse } from "@/app/stored-files";
import { errorResponse } from "@/lib/api/failures";
import { calledFrom } from "@/lib/api/security";
import { viewExaminedPhoto } from "@/lib/domain/examinations";
import { isPhotoKind } from "@/lib/domain/identity/documents";
import { AppError, NotFound } from "@/lib/platform/errors";
import { markPhoto } from "@/lib/platform/photos";
import { getExaminer } from "../../../examiner";

type Props = { params: Promise<{ token: string; checkId: string; kind: string }> };

/** A photo of an ID in scope, with the examination's number on it. Everything else gets the same answer as what doesn't exist. */
export async function GET(request: Request, { params }: Props): Promise<Response> {
  const { token, checkId, kind } = await params;
  try {
    if (!isPhotoKind(kind) || calledFrom(request.headers) === "other_site" || request.method === "HEAD")
      throw new NotFound();
    const ctx = await getExaminer(token);
    const { jpeg } = await viewExaminedPhoto(ctx, { checkId, kind });
    return photoResponse(await markPhoto(jpeg, `Examination ${ctx.actor.examinationId}`));
  } catch (error) {
    if (error instanceof NotFound) return noPhoto(404);
    if (error instanceof AppError) return errorResponse(error);
    throw error;
  }
}
