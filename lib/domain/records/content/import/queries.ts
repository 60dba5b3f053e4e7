import type { Ctx, PortalUserActor } from "@/lib/domain/core/context";
import { whoInWords } from "@/lib/domain/core/ledger";
import { assertMay } from "@/lib/domain/parties/people";
import { hexOf } from "@/lib/platform/crypto";
import { csvStream } from "@/lib/platform/csv-stream";
import { db } from "@/lib/platform/db";
import { NotFound } from "@/lib/platform/errors";
import { isId } from "@/lib/platform/ids";
import type { ContentImport } from "@/prisma/generated/client";
import type { Importer } from "./import-files";
import { ImportDetail, ImportFinding, type ImportState } from "./schemas";

const SHOWN = 50;
const FINDINGS_SHOWN = 100;
const REPORT_BATCH = 1000;

/** Which import, and whose. */
type Which = { partnerId: string; importId: string };

/** The partner's last 50 imports, newest first. Throws `Forbidden`. */
export async function listImports(ctx: Ctx<PortalUserActor>): Promise<ImportState[]> {
  const { partnerId } = ctx.actor;
  await assertMay(db, ctx, { partnerId, to: "manage_records" });
  const rows = await db.contentImport.findMany({ where: { partnerId }, orderBy: { id: "desc" }, take: SHOWN });
  const who = await whoInWords(partnerId, rows.map(starterOf));
  return rows.map((row) => stateOf(row, who(starterOf(row))));
}

/** One of the partner's imports, with its first 100 skipped rows. Throws `NotFound`, `Forbidden`. */
export async function getImport(ctx: Importer, { partnerId, importId }: Which): Promise<ImportDetail> {
  await assertMay(db, ctx, { partnerId, to: "manage_records" });
  const row = isId(importId) ? await db.contentImport.findFirst({ where: { id: importId, partnerId } }) : null;
  if (!row) throw new NotFound();
  const who = await whoInWords(partnerId, [starterOf(row)]);
  const findings = await findingsAfter(importId, 0, FINDINGS_SHOWN);
  return ImportDetail.parse({ state: stateOf(row, who(starterOf(row))), findings });
}

/** Every skipped row of an import as CSV: its line in the file, and why. Throws `NotFound`, `Forbidden`. */
export async function reportImport(ctx: Importer, { partnerId, importId }: Which): Promise<ReadableStream<Uint8Array>> {
  await getImport(ctx, { partnerId, importId });
  return csvStream<ImportFinding>(
    [
      ["line", ({ line }) => line],
      ["outcome", ({ outcome }) => outcome],
      ["externalContentId", ({ externalContentId }) => externalContentId],
      ["reason", ({ reason }) => reason],
    ],
    eachFinding(importId),
    partnerId,
  );
}

async function* eachFinding(importId: string): AsyncGenerator<ImportFinding[]> {
  for (let after = 0; ; ) {
    const findings = await findingsAfter(importId, after, REPORT_BATCH);
    yield findings;
    const last = findings.at(-1);
    if (!last || findings.length < REPORT_BATCH) return;
    after = last.line;
  }
}

async function findingsAfter(importId: string, line: number, take: number): Promise<ImportFinding[]> {
  const rows = await db.contentImportFinding.findMany({
    where: { importId, line: { gt: line } },
    orderBy: { line: "asc" },
    take,
    select: { line: true, outcome: true, externalContentId: true, reason: true },
  });
  return rows.map((row) => ImportFinding.parse(row));
}

const starterOf = ({ actorKind, actorId }: ContentImport) => ({ kind: actorKind, id: actorId });

function stateOf(row: ContentImport, by: string): ImportState {
  const { id, fileName, fileBytes, status, dryRun, problem } = row;
  const { logged, unchanged, differing, takenDown, repeated, refused } = row;
  return {
    id,
    fileName,
    fileBytes,
    status,
    dryRun,
    problem,
    by,
    logged,
    unchanged,
    differing,
    takenDown,
    repeated,
    refused,
    discarded: row.discardedAt !== null,
    rows: row.fileRows,
    sha256: row.fileSha256 && hexOf(row.fileSha256),
    createdAt: row.createdAt.toISOString(),
    startedAt: row.startedAt?.toISOString() ?? null,
    finishedAt: row.finishedAt?.toISOString() ?? null,
  };
}
