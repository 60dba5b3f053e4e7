import { addPhoto, takesPhotos, viewOwnPhoto } from "@/lib/domain/identity";
import { isPhotoKind, type PhotoKind } from "@/lib/domain/identity/documents";
import { env } from "@/lib/platform/env";
import { AppError } from "@/lib/platform/errors";
import { PHOTO_BYTES_MAX, UnusablePhoto } from "@/lib/platform/photos";
import { withRequestContext } from "@/lib/platform/request-context";
import { findVisitor, personCtx, startOf, type Visitor } from "../../visitor";

// One photo in one request, in a plain multipart form: a slow phone that loses one keeps the others. Not a server action,
// so that a phone's largest photo fits, and outside the proxy, which would cut it.

type Params = { params: Promise<{ token: string; kind: string }> };

const FORM_BYTES = 16 * 1024;
const NO_STORE = { "Cache-Control": "no-store, private", "X-Content-Type-Options": "nosniff" };

/** Takes a photo into the draft. Answers a form with a redirect back, and the page's script with JSON. */
export async function POST(request: Request, { params }: Params): Promise<Response> {
  const { token, kind } = await params;
  const byScript = request.headers.get("accept")?.includes("application/json") ?? false;
  if (!isFromUs(request)) return new Response("Forbidden", { status: 403, headers: NO_STORE });
  const visitor = await findVisitor(token);
  if (!visitor || !isPhotoKind(kind)) return new Response("Not found", { status: 404, headers: NO_STORE });
  const problem = await take(request, visitor, kind);
  if (byScript) {
    return Response.json(problem ? { problem, message: messageOf(problem) } : { ok: true }, {
      status: problem ? 422 : 200,
      headers: NO_STORE,
    });
  }
  if (problem === "closed") return back(startOf(token));
  return back(`${startOf(token)}/photos${problem ? `?kind=${kind}&problem=${problem}` : ""}#${kind}`);
}

/** The creator's own photo, back to the browser that may change it. */
export async function GET(_: Request, { params }: Params): Promise<Response> {
  const { token, kind } = await params;
  const visitor = await findVisitor(token);
  if (visitor?.proven?.stage.at !== "draft" || !isPhotoKind(kind)) {
    return new Response("Not found", { status: 404, headers: NO_STORE });
  }
  const ctx = await personCtx(visitor.proven);
  try {
    const { jpeg } = await withRequestContext({ requestId: ctx.requestId }, () => viewOwnPhoto(ctx, { kind }));
    return new Response(new Uint8Array(jpeg), {
      headers: {
        ...NO_STORE,
        "Content-Type": "image/jpeg",
        "Content-Disposition": "inline",
        "Content-Security-Policy": "default-src 'none'; sandbox",
        "Cross-Origin-Resource-Policy": "same-origin",
      },
    });
  } catch (error) {
    if (error instanceof AppError) return new Response("Not found", { status: 404, headers: NO_STORE });
    throw error;
  }
}

type Problem = UnusablePhoto["problem"] | "closed" | "interrupted";

async function take(request: Request, visitor: Visitor, kind: PhotoKind): Promise<Problem | null> {
  if (visitor.proven?.stage.at !== "draft" || !(await takesPhotos(await personCtx(visitor.proven)))) return "closed";
  const length = Number(request.headers.get("content-length"));
  if (!Number.isSafeInteger(length) || length <= 0) return "interrupted";
  if (length > PHOTO_BYTES_MAX + FORM_BYTES) return "too_large";
  const form = await request.formData().catch(() => null);
  if (!form) return "interrupted";
  const file = form.getAll("photo").find((entry) => entry instanceof File && entry.size > 0);
  if (!(file instanceof File)) return "empty";
  const ctx = await personCtx(visitor.proven);
  try {
    const bytes = Buffer.from(await file.arrayBuffer());
    await withRequestContext({ requestId: ctx.requestId }, () => addPhoto(ctx, { kind, file: bytes }));
    return null;
  } catch (error) {
    if (error instanceof UnusablePhoto) return error.problem;
    if (error instanceof AppError) return "closed";
    throw error;
  }
}

function messageOf(problem: Problem): string {
  if (problem === "closed") return "This check was sent already, or this page was open for too long. Reload it.";
  if (problem === "interrupted") return "The photo did not arrive whole. Send it again.";
  return new UnusablePhoto(problem).message;
}

/** A form on another site can be pointed here; its browser says where it stands. */
function isFromUs(request: Request): boolean {
  const site = request.headers.get("sec-fetch-site");
  if (site !== null && site !== "same-origin") return false;
  const origin = request.headers.get("origin");
  if (origin === null) return site === "same-origin";
  return origin === env().baseUrl;
}

const back = (location: string): Response =>
  new Response(null, { status: 303, headers: { ...NO_STORE, Location: location } });
