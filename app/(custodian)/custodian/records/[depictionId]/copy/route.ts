import { heldCopyGrant } from "@/app/copy-cookie";
import { copyResponse } from "@/app/copy-response";
import { noPhoto } from "@/app/photo-response";
import { requireCustodian } from "@/app/session";
import { calledFrom } from "@/lib/api/called-from";
import { readCopyAsCustodian } from "@/lib/domain/content";
import { AppError } from "@/lib/platform/errors";
import { withRequestContext } from "@/lib/platform/request-context";

type Props = { params: Promise<{ depictionId: string }> };

/** The stored copy of a depiction, or a part of it, for a custodian who opened it on the record's page. */
export async function GET(request: Request, { params }: Props): Promise<Response> {
  const ctx = await requireCustodian();
  const { depictionId } = await params;
  if (calledFrom(request.headers) === "other_site") return noPhoto(404);
  try {
    const grant = await heldCopyGrant();
    const range = request.headers.get("range");
    return copyResponse(
      await withRequestContext({ requestId: ctx.requestId }, () =>
        readCopyAsCustodian(ctx, { depictionId, grant, range }),
      ),
    );
  } catch (error) {
    if (error instanceof AppError) return noPhoto(error.status);
    throw error;
  }
}
