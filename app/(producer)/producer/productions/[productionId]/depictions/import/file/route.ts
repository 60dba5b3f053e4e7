import { Readable } from "node:stream";
import { actionId } from "@/app/action";
import { outcomeOf } from "@/app/forms";
import { requireProducer } from "@/app/session";
import { listHref } from "@/components/lists/list-address";
import { CSV_BYTES_MOST, CSV_FILE_TOO_LARGE } from "@/components/productions/producer/csv-format";
import { productionHref } from "@/components/productions/producer/production-address";
import { calledFrom } from "@/lib/api/security";
import { importDepictions } from "@/lib/domain/productions";
import { MINUTE_MS } from "@/lib/platform/duration";
import { rateLimiter } from "@/lib/platform/rate-limit/shared-limiter";
import { forgetReport, keepReport } from "../report";

// Not a server action, because their size limit is below that of a file.

type Props = { params: Promise<{ productionId: string }> };

const FORM_BYTES = 16 * 1024;
const SENT = { name: "depiction imports", limit: 60, windowMs: 15 * MINUTE_MS };

/** Adds the depictions of a CSV file, or says on the page what is wrong with it. */
export async function POST(request: Request, { params }: Props): Promise<Response> {
  if (calledFrom(request.headers) !== "own_page") return new Response(null, { status: 403 });
  const ctx = await requireProducer();
  const productionId = actionId((await params).productionId);
  const page = productionHref({ id: productionId }, "depictions/import");
  const refuse = async (problem: string, fileName = "") => {
    await keepReport(productionId, { fileName, problem, rows: [], count: 0 });
    return seeOther(page);
  };
  if (!(await rateLimiter().take(SENT, ctx.actor.userId)).admitted) {
    return refuse("You sent too many files. Try again in 15 minutes.");
  }
  const length = Number(request.headers.get("content-length"));
  if (!(length > 0 && length <= CSV_BYTES_MOST + FORM_BYTES)) return refuse(CSV_FILE_TOO_LARGE);
  const file = await fileIn(request);
  if (!file) return refuse("The upload was interrupted. Try again.");
  if (file.size === 0) return refuse("Choose a CSV file.");
  const bytes = Readable.from([Buffer.from(await file.arrayBuffer())]);
  const done = await outcomeOf(ctx, (by) => importDepictions(by, { productionId, file: bytes }));
  if (!done.ok) return refuse(done.error, file.name);
  const { problems, problemCount, added, unchanged } = done.value;
  if (problemCount > 0) {
    await keepReport(productionId, { fileName: file.name, problem: null, rows: problems, count: problemCount });
    return seeOther(page);
  }
  await forgetReport(productionId);
  const news = { added: String(added), unchanged: unchanged > 0 ? String(unchanged) : null };
  return seeOther(listHref(productionHref({ id: productionId }, "depictions"), news));
}

async function fileIn(request: Request): Promise<File | null> {
  try {
    const file = (await request.formData()).get("file");
    return file instanceof File ? file : null;
  } catch {
    return null;
  }
}

const seeOther = (location: string): Response =>
  new Response(null, { status: 303, headers: { Location: location, "Cache-Control": "no-store" } });
