import { z } from "zod";
import { requireCustodian } from "@/app/session";
import { answerDownload } from "@/app/stored-files";
import { exportHashes } from "@/lib/domain/removals/exchange";
import { SERVICE_URLS } from "@/lib/domain/removals/exchange/labels";

const Format = z.enum(Object.keys(SERVICE_URLS) as (keyof typeof SERVICE_URLS)[]).catch("stopncii");

/** The hashes of confirmed copies, as a file. The ledger records each download. */
export async function GET(request: Request): Promise<Response> {
  const ctx = await requireCustodian();
  const format = Format.parse(new URL(request.url).searchParams.get("format"));
  return answerDownload(request, ctx, () => exportHashes(ctx, { format }));
}
