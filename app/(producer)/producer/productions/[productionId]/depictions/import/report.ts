import { cookies } from "next/headers";
import { z } from "zod";
import { isSecure } from "@/app/current-actor";
import { productionHref } from "@/components/productions/producer/production-address";
import { openFor, sealFor } from "@/lib/platform/crypto";
import { MINUTE_MS } from "@/lib/platform/duration";

// What was wrong with a file that the producer just sent. Only their browser keeps it, so that the page can show it without
// scripts: an answer to a form is a redirect.

const Report = z.object({
  fileName: z.string(),
  /** The whole file can't be read. */
  problem: z.string().nullable(),
  /** The first wrong rows. */
  rows: z.array(z.object({ line: z.int(), reason: z.string() })),
  /** How many rows are wrong. */
  count: z.int(),
});
type Report = z.infer<typeof Report>;

const COOKIE = "import_report";
const PURPOSE = "depiction-import-report";
const KEPT_SECONDS = (10 * MINUTE_MS) / 1000;
// Browsers keep cookies of 4 KB.
const TEXT_MOST = 2_400;

/** Keeps as many of the wrong rows as fit into a cookie. */
export async function keepReport(productionId: string, { fileName, problem, rows, count }: Report): Promise<void> {
  const report: Report = { fileName: fileName.slice(0, 100), problem: problem?.slice(0, 500) ?? null, rows: [], count };
  for (const { line, reason } of rows) {
    report.rows.push({ line, reason: reason.slice(0, 200) });
    if (JSON.stringify(report).length <= TEXT_MOST) continue;
    report.rows.pop();
    break;
  }
  const sealed = sealFor(PURPOSE, Buffer.from(JSON.stringify(report)), productionId);
  await setCookie(productionId, sealed.toString("base64url"), KEPT_SECONDS);
}

export const forgetReport = (productionId: string): Promise<void> => setCookie(productionId, "", 0);

/** What `keepReport` kept; null without it. */
export async function findReport(productionId: string): Promise<Report | null> {
  const kept = (await cookies()).get(COOKIE)?.value;
  if (!kept) return null;
  try {
    return Report.parse(JSON.parse(openFor(PURPOSE, Buffer.from(kept, "base64url"), productionId).toString()));
  } catch {
    return null;
  }
}

async function setCookie(id: string, value: string, maxAge: number): Promise<void> {
  const path = productionHref({ id }, "depictions/import");
  (await cookies()).set({ name: COOKIE, value, maxAge, path, httpOnly: true, sameSite: "lax", secure: isSecure() });
}
