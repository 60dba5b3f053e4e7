import { readPhoto } from "@/app/(hosted)/identity-steps/read-photo";
import { actionId } from "@/app/action";
import { outcomeOf } from "@/app/forms";
import { requireCustodian } from "@/app/session";
import { calledFrom } from "@/lib/api/security";
import { addKnownCasePhoto } from "@/lib/domain/identity";
import { isPhotoKind } from "@/lib/domain/identity/documents";
import { MINUTE_MS } from "@/lib/platform/duration";
import { PHOTO_BYTES_MAX, UnusablePhoto } from "@/lib/platform/photos";
import { rateLimiter } from "@/lib/platform/rate-limit/shared-limiter";

// Not a server action, because their size limit is below that of a photo.

type Props = { params: Promise<{ knownCaseId: string; kind: string }> };

const FORM_BYTES = 16 * 1024;
const SENT = { name: "known case photos", limit: 60, windowMs: 15 * MINUTE_MS };

/** Adds a photo to a known case, or says on its page why not. */
export async function POST(request: Request, { params }: Props): Promise<Response> {
  if (calledFrom(request.headers) !== "own_page") return new Response(null, { status: 403 });
  const ctx = await requireCustodian();
  const { knownCaseId: id, kind } = await params;
  const goldenId = actionId(id);
  const page = `/custodian/known-cases/${goldenId}`;
  const refuse = (problem: string) => seeOther(`${page}?problem=${problem}`);
  if (!isPhotoKind(kind)) return new Response(null, { status: 404 });
  if (!(await rateLimiter().take(SENT, ctx.actor.userId)).admitted) return refuse("too_often");
  const length = Number(request.headers.get("content-length"));
  if (!(length > 0 && length <= PHOTO_BYTES_MAX + FORM_BYTES)) return refuse("too_large");
  const arrived = await readPhoto(request, length, () => false);
  if ("problem" in arrived) return refuse(arrived.problem);
  try {
    const outcome = await outcomeOf(ctx, (by) => addKnownCasePhoto(by, { goldenId, kind, file: arrived.file }));
    return outcome.ok || outcome.status === 404 ? seeOther(page) : refuse(outcome.code ?? "interrupted");
  } catch (error) {
    if (error instanceof UnusablePhoto) return refuse(error.problem);
    throw error;
  }
}

const seeOther = (location: string): Response =>
  new Response(null, { status: 303, headers: { Location: location, "Cache-Control": "no-store" } });
