import { Readable } from "node:stream";
import { keepImportFile } from "@/lib/domain/records/content/import/import-files";
import { getImport, reportImport } from "@/lib/domain/records/content/import/queries";
import { importContentTask } from "@/lib/domain/records/content/import/run-import";
import { startImport } from "@/lib/domain/records/content/import/start-import";
import { db } from "@/lib/platform/db";
import type { JobContext } from "@/lib/platform/jobs";
import { type MadePartner, makeAccount, makePartner, portalCtx } from "./factories";
import { firstRun } from "./run-jobs";

/** The header of the files that `importSetUp().lines` fills. */
export const IMPORT_HEAD = "accountId,contentUrl,title,externalContentId,productionDate";

export const importedUrl = (name: string) => `https://platform.example.com/${name}`;

type How = { dryRun?: boolean; fileName?: string };

/** Starts importing a text as the partner's admin. Nothing runs it. */
export async function beginImport(
  partner: MadePartner,
  text: string | Buffer,
  { dryRun = false, fileName = "records.csv" }: How = {},
): Promise<string> {
  const ctx = portalCtx(partner, "admin");
  const file = typeof text === "string" ? Buffer.from(text) : text;
  const about = { partnerId: partner.id, fileName };
  const importId = await keepImportFile(ctx, { ...about, bytes: file.length, file: () => Readable.from([file]) });
  await startImport(ctx, { ...about, importId, dryRun });
  return importId;
}

/** Runs an import here, as the job does. */
export const runImport = (importId: string, more: Partial<JobContext> = {}): Promise<void> =>
  importContentTask.run({ importId }, { ...firstRun, ...more });

/** An import as the partner's admin sees it. */
export const readImport = (partner: MadePartner, importId: string) =>
  getImport(portalCtx(partner, "admin"), { partnerId: partner.id, importId });

/** The file of rejected rows that the partner's admin downloads. */
export const readReport = async (partner: MadePartner, importId: string): Promise<string> =>
  new Response(await reportImport(portalCtx(partner, "admin"), { partnerId: partner.id, importId })).text();

/** Imports a text to its end. */
export async function importText(partner: MadePartner, text: string | Buffer, how: How = {}) {
  const importId = await beginImport(partner, text, how);
  await runImport(importId);
  return { importId, ...(await readImport(partner, importId)) };
}

/** A partner with one account, its records in the order of its own ids, and CSV lines for it. */
export async function importSetUp(data: Parameters<typeof makeAccount>[1] = { status: "active" }) {
  const partner = await makePartner();
  const account = await makeAccount(partner, data);
  const rows = () => db.depiction.findMany({ where: { partnerId: partner.id }, orderBy: { externalContentId: "asc" } });
  const lines = (count: number) =>
    Array.from({ length: count }, (_, n) => `${account.id},${importedUrl(String(n))},Post ${n},post-${n},`);
  return { partner, account, rows, lines };
}
