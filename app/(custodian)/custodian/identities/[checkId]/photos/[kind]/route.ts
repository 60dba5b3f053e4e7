import { requireCustodian } from "@/app/session";
import { viewPhoto } from "@/lib/domain/identity";
import { isPhotoKind } from "@/lib/domain/identity/documents";
import { AppError } from "@/lib/platform/errors";
import { withRequestContext } from "@/lib/platform/request-context";
import { heldGrant } from "../../evidence";

// The proxy, which gives pages theirs, leaves photos out.
const HEADERS = {
  "Cache-Control": "no-store, private",
  "X-Content-Type-Options": "nosniff",
  "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'; sandbox",
  "Cross-Origin-Resource-Policy": "same-origin",
  "Referrer-Policy": "no-referrer",
};

/** A photo of a check, for a custodian who opened them. Each delivery is in the ledger before it leaves. */
export async function GET(
  request: Request,
  { params }: { params: Promise<{ checkId: string; kind: string }> },
): Promise<Response> {
  const ctx = await requireCustodian();
  const { checkId, kind } = await params;
  const site = request.headers.get("sec-fetch-site");
  if (!isPhotoKind(kind) || (site !== null && site !== "same-origin" && site !== "none")) return refusal(404);
  try {
    const grant = await heldGrant();
    const { jpeg } = await withRequestContext({ requestId: ctx.requestId }, () =>
      viewPhoto(ctx, { checkId, kind, grant }),
    );
    return new Response(new Uint8Array(jpeg), {
      headers: {
        ...HEADERS,
        "Content-Type": "image/jpeg",
        "Content-Disposition": "inline",
      },
    });
  } catch (error) {
    if (error instanceof AppError) return refusal(error.status);
    throw error;
  }
}

const refusal = (status: number) => new Response(null, { status, headers: HEADERS });
