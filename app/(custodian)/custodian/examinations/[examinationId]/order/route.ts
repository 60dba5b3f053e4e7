import { readPhoto } from "@/app/(hosted)/identity-steps/read-photo";
import { actionId } from "@/app/action";
import { outcomeOf } from "@/app/forms";
import { requireCustodian } from "@/app/session";
import { answerDownload } from "@/app/stored-files";
import { calledFrom } from "@/lib/api/security";
import { addOrder, openOrder } from "@/lib/domain/examinations";
import { ORDER_BYTES_MOST } from "@/lib/domain/examinations/labels";
import { MINUTE_MS } from "@/lib/platform/duration";
import { rateLimiter } from "@/lib/platform/rate-limit/shared-limiter";

// Not a server action, because their size limit is below that of a scanned order.

type Props = { params: Promise<{ examinationId: string }> };

const FORM_BYTES = 16 * 1024;
const SENT = { name: "court orders", limit: 30, windowMs: 15 * MINUTE_MS };

/** Keeps the order of a court examination, or says on its page why not. */
export async function POST(request: Request, { params }: Props): Promise<Response> {
  if (calledFrom(request.headers) !== "own_page") return new Response(null, { status: 403 });
  const ctx = await requireCustodian();
  const examinationId = actionId((await params).examinationId);
  const page = `/custodian/examinations/${examinationId}`;
  const refuse = (problem: string) => seeOther(`${page}?order=${problem}#order`);
  if (!(await rateLimiter().take(SENT, ctx.actor.userId)).admitted) return refuse("too_often");
  const length = Number(request.headers.get("content-length"));
  if (!(length > 0 && length <= ORDER_BYTES_MOST + FORM_BYTES)) return refuse("not_accepted");
  const arrived = await readPhoto(request, length, () => false);
  if ("problem" in arrived) return refuse(arrived.problem);
  const outcome = await outcomeOf(ctx, (by) => addOrder(by, { examinationId, file: arrived.file }));
  if (outcome.ok) return seeOther(`${page}#order`);
  if (outcome.status === 404) return seeOther(page);
  return refuse(outcome.field === "order" ? "not_accepted" : (outcome.code ?? "interrupted"));
}

const seeOther = (location: string): Response =>
  new Response(null, { status: 303, headers: { Location: location, "Cache-Control": "no-store" } });

/** The order, as it was sent. Each download is recorded. */
export async function GET(request: Request, { params }: Props): Promise<Response> {
  const ctx = await requireCustodian();
  const { examinationId } = await params;
  return answerDownload(request, ctx, () => openOrder(ctx, examinationId));
}
