import { personCtx } from "@/app/(hosted)/browser";
import { browserOf } from "@/app/current-actor";
import { noPhoto, photoResponse } from "@/app/stored-files";
import { wordsFor } from "@/components/lists/list-address";
import { clientOf, limitedBy } from "@/lib/api/client-address";
import { calledFrom } from "@/lib/api/security";
import { acceptsPhotos, addPhoto, viewOwnPhoto } from "@/lib/domain/identity";
import { isPhotoKind, type PhotoKind } from "@/lib/domain/identity/documents";
import { AppError, Unavailable } from "@/lib/platform/errors";
import { logRefusal } from "@/lib/platform/log";
import { photoPlaces } from "@/lib/platform/photo-places";
import { PHOTO_BYTES_MAX, PHOTO_PROBLEMS, UnusablePhoto } from "@/lib/platform/photos";
import { rateLimiter } from "@/lib/platform/rate-limit/shared-limiter";
import { withRequestContext } from "@/lib/platform/request-context";
import { findGuest, type Guest, type StepsArea } from "./host";
import { readPhoto } from "./read-photo";

// One photo a request, so that a slow phone that loses one keeps the others. Not a server action and not behind the proxy,
// because their size limits are below a phone's largest photo.

type Params = { params: Promise<{ token: string; kind: string }> };

const FORM_BYTES = 16 * 1024;
const QUARTER_SECONDS = 15 * 60;
/** The photos one person may send: eight tries for each side of the document and the face. */
const SENT = { name: "onboarding photos", limit: 25, windowMs: QUARTER_SECONDS * 1000 };
const NO_STORE = { "Cache-Control": "no-store, private", "X-Content-Type-Options": "nosniff" };

type Draft = NonNullable<Guest["draft"]>;
type Upload = { draft: Draft; kind: PhotoKind; length: number; isWanted: () => boolean };
type Problem = UnusablePhoto["problem"] | "closed" | "interrupted" | "too_slow" | "too_often" | "busy";

/** The handlers of an area's `photos/[kind]`. */
export const photoRoutes = (area: StepsArea) => ({
  GET: (request: Request, { params }: Params) => show(area, request, params),
  POST: (request: Request, { params }: Params) => add(area, request, params),
});

/** Adds a photo to the draft. Answers a form with a redirect and the page's script with JSON. */
async function add(area: StepsArea, request: Request, params: Params["params"]): Promise<Response> {
  const { token, kind } = await params;
  if (calledFrom(request.headers) !== "own_page") return noPhoto(403);
  const guest = await findGuest(area, token);
  if (!guest) noteStranger(request, token);
  if (!guest || !isPhotoKind(kind)) return noPhoto(404);
  const problem = await receive(request, guest.draft, kind);
  if (request.headers.get("accept")?.includes("application/json")) return jsonAnswer(problem);
  const start = `${area}/${token}`;
  if (problem === "closed") return back(start);
  return back(`${start}/photos${problem ? `?kind=${kind}&problem=${problem}` : ""}#${kind}`);
}

/**
 * The person's own photo, for the browser that may change it. Other visitors of the link get a 204, because a page may still request
 * the photo just after its person sent the check.
 */
async function show(area: StepsArea, request: Request, params: Params["params"]): Promise<Response> {
  const { token, kind } = await params;
  const guest = await findGuest(area, token);
  if (!guest?.draft) noteStranger(request, token);
  if (!guest || !isPhotoKind(kind) || calledFrom(request.headers) === "other_site") return noPhoto(404);
  if (!guest.draft) return noPhoto(204);
  const ctx = await personCtx(guest.draft);
  try {
    const { jpeg } = await withRequestContext({ requestId: ctx.requestId }, () => viewOwnPhoto(ctx, { kind }));
    return photoResponse(jpeg);
  } catch (error) {
    if (error instanceof AppError) return noPhoto(204);
    throw error;
  }
}

/** Logs a browser that has a link and may not change its photos. */
const noteStranger = (request: Request, token: string) =>
  logRefusal("photo", { subject: token, ip: browserOf(request.headers).ip });

// Takes a memory slot before reading the body.
async function receive(request: Request, draft: Draft | null, kind: PhotoKind): Promise<Problem | null> {
  if (!draft) return "closed";
  const length = Number(request.headers.get("content-length"));
  if (!Number.isSafeInteger(length) || length <= 0) return "interrupted";
  if (length > PHOTO_BYTES_MAX + FORM_BYTES) return "too_large";
  if (!(await rateLimiter().take(SENT, draft.userId)).admitted) return "too_often";
  const network = limitedBy(clientOf(request.headers).ip ?? null);
  const place = { sender: draft.userId, network };
  const leave = await photoPlaces.take(place);
  if (!leave) return "busy";
  try {
    return await keep(request, { draft, kind, length, isWanted: () => photoPlaces.isWanted(place) });
  } finally {
    leave();
  }
}

async function keep(request: Request, { draft, kind, length, isWanted }: Upload): Promise<Problem | null> {
  const ctx = await personCtx(draft);
  if (!(await acceptsPhotos(ctx))) return "closed";
  const arrived = await readPhoto(request, length, isWanted);
  if ("problem" in arrived) return arrived.problem;
  try {
    await withRequestContext({ requestId: ctx.requestId }, () => addPhoto(ctx, { kind, file: arrived.file }));
    return null;
  } catch (error) {
    if (error instanceof UnusablePhoto) return error.problem;
    if (error instanceof Unavailable) return "busy";
    if (error instanceof AppError) return "closed";
    throw error;
  }
}

/** The answer to the page's script: the problem's code, and a message for the person. */
function jsonAnswer(problem: Problem | null): Response {
  if (!problem) return Response.json({ ok: true }, { headers: NO_STORE });
  const message =
    problem === "closed" ? "You already sent this check, or the page has expired. Reload it." : problemWords(problem);
  const { status, ...headers } = REFUSALS[problem] ?? { status: 422 };
  return Response.json({ problem, message }, { status, headers: { ...NO_STORE, ...headers } });
}

const REFUSALS: Partial<Record<Problem, { status: number; "Retry-After"?: string; Connection?: string }>> = {
  busy: { status: 503, "Retry-After": "10" },
  too_often: { status: 429, "Retry-After": String(QUARTER_SECONDS) },
  // Close, so that the rest of the body is not read.
  too_slow: { status: 408, Connection: "close" },
};

const back = (location: string): Response =>
  new Response(null, { status: 303, headers: { ...NO_STORE, Location: location } });

// The upload's answers, for its script and for the page shown after a form.
const WORDS: Record<string, string> = {
  ...PHOTO_PROBLEMS,
  interrupted: "The upload was interrupted. Send the photo again.",
  too_slow: "The upload took too long. Check your connection or choose a smaller photo, then send it again.",
  too_often: "You sent many photos in a short time. Send this one again in 15 minutes.",
  busy: "We’re receiving many photos right now. Send this one again in a moment.",
};

/** The message for a problem named in an address; undefined for an unknown problem. */
export const problemWords = (problem: string | string[] | undefined): string | undefined => wordsFor(WORDS, problem);
