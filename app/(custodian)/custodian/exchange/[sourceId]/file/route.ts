import { readPhoto } from "@/app/(hosted)/identity-steps/read-photo";
import { actionId } from "@/app/action";
import { outcomeOf } from "@/app/forms";
import { requireCustodian } from "@/app/session";
import { sourceHref } from "@/components/shell/addresses";
import { calledFrom } from "@/lib/api/security";
import { importFile } from "@/lib/domain/removals/exchange";
import { FILE_BYTES_MOST, type UPLOAD_PROBLEMS } from "@/lib/domain/removals/exchange/labels";
import { MINUTE_MS } from "@/lib/platform/duration";
import { rateLimiter } from "@/lib/platform/rate-limit/shared-limiter";

// Not a server action, because their size limit is below that of a list of hashes.

type Props = { params: Promise<{ sourceId: string }> };

const FORM_BYTES = 16 * 1024;
const SENT = { name: "files of hashes", limit: 30, windowMs: 15 * MINUTE_MS };

/** Imports a file of hashes. Its source's page says what came of it. */
export async function POST(request: Request, { params }: Props): Promise<Response> {
  if (calledFrom(request.headers) !== "own_page") return new Response(null, { status: 403 });
  const ctx = await requireCustodian();
  const sourceId = actionId((await params).sourceId);
  const page = sourceHref({ id: sourceId });
  const refuse = (problem: keyof typeof UPLOAD_PROBLEMS) => seeOther(`${page}?problem=${problem}`);
  if (!(await rateLimiter().take(SENT, ctx.actor.userId)).admitted) return refuse("too_often");
  const length = Number(request.headers.get("content-length"));
  if (!(length > 0 && length <= FILE_BYTES_MOST + FORM_BYTES)) return refuse("too_large");
  const arrived = await readPhoto(request, length, () => false);
  if ("problem" in arrived) return refuse(arrived.problem);
  const { file, name: fileName } = arrived;
  const outcome = await outcomeOf(ctx, (by) => importFile(by, { sourceId, fileName, file: piecesOf(file) }));
  return outcome.ok || outcome.status === 404 ? seeOther(page) : refuse("unusable");
}

async function* piecesOf(file: Buffer): AsyncGenerator<Buffer> {
  yield file;
}

const seeOther = (location: string): Response =>
  new Response(null, { status: 303, headers: { Location: location, "Cache-Control": "no-store" } });
