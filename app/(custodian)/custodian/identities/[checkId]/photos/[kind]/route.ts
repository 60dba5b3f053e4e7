import { evidenceGrant } from "@/app/(custodian)/custodian/evidence-file";
import { noteRefusal } from "@/app/forms";
import { requireCustodian } from "@/app/session";
import { noPhoto, photoResponse } from "@/app/stored-files";
import { calledFrom } from "@/lib/api/security";
import { viewPhoto } from "@/lib/domain/identity";
import { isPhotoKind } from "@/lib/domain/identity/documents";
import { AppError } from "@/lib/platform/errors";
import { withRequestContext } from "@/lib/platform/request-context";

/** A photo of a check, for a custodian who opened its photos. */
export async function GET(
  request: Request,
  { params }: { params: Promise<{ checkId: string; kind: string }> },
): Promise<Response> {
  const ctx = await requireCustodian();
  const { checkId, kind } = await params;
  if (!isPhotoKind(kind) || calledFrom(request.headers) === "other_site") return noPhoto(404);
  try {
    const grant = await evidenceGrant();
    const { jpeg } = await withRequestContext({ requestId: ctx.requestId }, () =>
      viewPhoto(ctx, { checkId, kind, grant }),
    );
    return photoResponse(jpeg);
  } catch (error) {
    noteRefusal("photo", ctx, error);
    if (error instanceof AppError) return noPhoto(error.status);
    throw error;
  }
}
