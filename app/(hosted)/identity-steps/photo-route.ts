import { browserOf } from "@/app/current-actor";
import { noPhoto, photoResponse } from "@/app/stored-files";
import { wordsFor } from "@/components/lists/list-address";
import { clientOf, limitedBy } from "@/lib/api/client-address";
import { calledFrom } from "@/lib/api/security";
import type { Ctx, PersonActor } from "@/lib/domain/core/context";
import { acceptsPhotos, addPhoto, viewOwnPhoto } from "@/lib/domain/identity";
import { isPhotoKind, type PhotoKind } from "@/lib/domain/identity/documents";
import { AppError, Unavailable } from "@/lib/platform/errors";
import { logRefusal } from "@/lib/platform/log";
import { photoPlaces } from "@/lib/platform/photo-places";
import { PHOTO_BYTES_MAX, PHOTO_PROBLEMS, UnusablePhoto } from "@/lib/platform/photos";
import { rateLimiter } from "@/lib/platform/rate-limit/shared-limiter";
import { withRequestContext } from "@/lib/platform/request-context";
import { readPhoto } from "./read-photo";

// One photo a request, so that a slow phone that loses one keeps the others. Not a server action and not behind the proxy,
// because their size limits are below a phone's largest photo.

type Params = { params: Promise<{ token: string; kind: string }> };

const FORM_BYTES = 16 * 1024;
const QUARTER_SECONDS = 15 * 60;
/** The photos one person may send: eight tries for each side of the document and the face. */
const SENT = { name: "onboarding photos", limit: 25, windowMs: QUARTER_SECONDS * 1000 };
const NO_STORE = { "Cache-Control": "no-store, private", "X-Content-Type-Options": "nosniff" };

/** Who may add photos to a draft. `actor`: null when nobody may any more. `mayView`: which photos they may read back. */
export type Photographer = { actor: PersonActor | null; mayView?: (kind: PhotoKind) => boolean };
type Upload = { actor: PersonActor; kind: PhotoKind; length: number; isWanted: () => boolean };
type Problem = UnusablePhoto["problem"] | "closed" | "interrupted" | "too_slow" | "too_often" | "busy";

type PhotoPages = {
  /** Who opened a link; null for an unknown link. */
  find: (token: string) => Promise<Photographer | null>;
  /** The page with the form, and where a closed draft's photos lead. */
  page: (token: string) => string;
  start: (token: string) => string;
};

/** The handlers of a `photos/[kind]`. */
export const photoRoutes = (pages: PhotoPages) => ({
  GET: (request: Request, { params }: Params) => show(pages, request, params),
  POST: (request: Request, { params }: Params) => add(pages, request, params),
});

const ctxOf = (actor: PersonActor, request: Request): Ctx<PersonActor> => ({ actor, ...browserOf(request.headers) });

/** Adds a photo to the draft. Answers a form with a redirect and the page's script with JSON. */
async function add(pages: PhotoPages, request: Request, params: Params["params"]): Promise<Response> {
  const { token, kind } = await params;
  if (calledFrom(request.headers) !== "own_page") return noPhoto(403);
  const who = await pages.find(token);
  if (!who) noteStranger(request, token);
  if (!who || !isPhotoKind(kind)) return noPhoto(404);
  const problem = await receive(request, who.actor, kind);
  if (request.headers.get("accept")?.includes("application/json")) return jsonAnswer(problem);
  if (problem === "closed") return back(pages.start(token));
  return back(`${pages.page(token)}${problem ? `?kind=${kind}&problem=${problem}` : ""}#${kind}`);
}

/**
 * The person's own photo, for the browser that may change it. Other visitors of the link get a 204, because a page may still request
 * the photo just after its person sent the check.
 */
async function show(pages: PhotoPages, request: Request, params: Params["params"]): Promise<Response> {
  const { token, kind } = await params;
  const who = await pages.find(token);
  if (!who?.actor) noteStranger(request, token);
  if (!who || !isPhotoKind(kind) || calledFrom(request.headers) === "other_site") return noPhoto(404);
  if (!who.actor || who.mayView?.(kind) === false) return noPhoto(204);
  const ctx = ctxOf(who.actor, request);
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
async function receive(request: Request, actor: PersonActor | null, kind: PhotoKind): Promise<Problem | null> {
  if (!actor) return "closed";
  const length = Number(request.headers.get("content-length"));
  if (!Number.isSafeInteger(length) || length <= 0) return "interrupted";
  if (length > PHOTO_BYTES_MAX + FORM_BYTES) return "too_large";
  if (!(await rateLimiter().take(SENT, actor.userId)).admitted) return "too_often";
  const network = limitedBy(clientOf(request.headers).ip ?? null);
  const place = { sender: actor.userId, network };
  const leave = await photoPlaces.take(place);
  if (!leave) return "busy";
  try {
    return await keep(request, { actor, kind, length, isWanted: () => photoPlaces.isWanted(place) });
  } finally {
    leave();
  }
}

async function keep(request: Request, { actor, kind, length, isWanted }: Upload): Promise<Problem | null> {
  const ctx = ctxOf(actor, request);
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
