import type { Ctx } from "@/lib/domain/core/context";
import { insertDepictions } from "@/lib/domain/records/content/insert-depictions";
import { LogContentBody } from "@/lib/domain/records/content/schemas";
import type { Uploader } from "@/lib/domain/records/content/uploader";
import { sha256Hex } from "@/lib/platform/crypto";
import { inTransaction, rowsIn, type Tx } from "@/lib/platform/db";
import { type CheckedRow, compareLogged, type ImportRow, resolveCreators } from "./check-row";
import type { ImportFinding } from "./schemas";

type OwnRow = { line: number; row: ImportRow; uploader: Uploader };

// The creator left, or the record was erased, while the batch was written.
const NOT_WRITTEN = "the row could not be written; import it again";

/**
 * Writes the next rows of an import and its progress in one transaction, so that a crash writes and counts nothing
 * twice. False if another worker has moved the import on.
 */
export async function writeBatch(
  ctx: Ctx,
  importId: string,
  { reached, rows }: { reached: number; rows: readonly CheckedRow[] },
): Promise<boolean> {
  return inTransaction(async (tx) => {
    const [at] = await rowsIn<{ partnerId: string; dryRun: boolean }>(tx)`
      SELECT partner_id, dry_run FROM content_imports
      WHERE id = ${importId} AND status = 'running' AND reached_line = ${reached} FOR NO KEY UPDATE`;
    const last = rows.at(-1);
    if (!at || !last) return false;
    const findings: ImportFinding[] = [];
    const report = (
      at: { line: number; externalContentId?: string | null },
      finding: Omit<ImportFinding, "line" | "externalContentId">,
    ) => findings.push({ line: at.line, externalContentId: at.externalContentId ?? null, ...finding });
    const good = rows.flatMap((one) => {
      if (one.row) return [{ line: one.line, row: one.row }];
      report(one, { outcome: "refused", reason: one.refusal });
      return [];
    });
    const creators = await resolveCreators(
      tx,
      at.partnerId,
      good.map(({ row }) => row),
    );
    const ours: OwnRow[] = good.flatMap(({ line, row }, n) => {
      const creator = creators[n];
      if (creator?.uploader) return [{ line, row, uploader: creator.uploader }];
      report({ line, ...handle(row) }, { outcome: "refused", reason: creator?.refusal ?? "" });
      return [];
    });
    const firstLines = await claimHandles(tx, { importId, partnerId: at.partnerId }, ours);
    const fresh = ours.filter(({ line, row }, n) => {
      const first = firstLines[n];
      if (first === line) return true;
      report(
        { line, ...handle(row) },
        {
          outcome: "repeated",
          reason: `The file already has this record on line ${first}, which counts.`,
        },
      );
      return false;
    });
    const existing = at.dryRun ? fresh : await insert(tx, ctx, fresh);
    const comparisons = await compareLogged(
      tx,
      existing.map(({ row, uploader }) => ({ accountId: uploader.id, row })),
    );
    let logged = fresh.length - existing.length;
    let unchanged = 0;
    existing.forEach(({ line, row }, n) => {
      const comparison = comparisons[n];
      if (comparison?.outcome === "unchanged") unchanged += 1;
      else if (comparison) report({ line, ...handle(row) }, comparison);
      else if (at.dryRun) logged += 1;
      else report({ line, ...handle(row) }, { outcome: "refused", reason: NOT_WRITTEN });
    });
    const count = (of: ImportFinding["outcome"]) => findings.filter(({ outcome }) => outcome === of).length;
    await tx.contentImportFinding.createMany({
      data: findings.map((finding) => ({ importId, partnerId: at.partnerId, ...finding })),
    });
    await tx.contentImport.update({
      where: { id: importId },
      data: {
        reachedLine: last.end,
        logged: { increment: logged },
        unchanged: { increment: unchanged },
        differing: { increment: count("differing") },
        takenDown: { increment: count("taken_down") },
        repeated: { increment: count("repeated") },
        refused: { increment: count("refused") },
      },
    });
    return true;
  });
}

const handle = ({ externalContentId }: ImportRow) => ({ externalContentId: externalContentId ?? null });

/** Writes the rows that aren't in the log. Returns the others. */
async function insert(tx: Tx, ctx: Ctx, fresh: readonly OwnRow[]): Promise<OwnRow[]> {
  const made = fresh.map(({ row, uploader }) => {
    const contentType = LogContentBody.shape.contentType.parse(row.contentType);
    return { ctx, uploader, input: { ...row, contentType } };
  });
  const logged = await insertDepictions(tx, made, { history: true });
  return fresh.filter((_, n) => !logged[n]);
}

/** The line where the file first names each row's record. */
async function claimHandles(
  tx: Tx,
  { importId, partnerId }: { importId: string; partnerId: string },
  rows: readonly OwnRow[],
): Promise<(number | undefined)[]> {
  const handles = rows.map(({ row, uploader }) => {
    const own = row.externalContentId === undefined ? ["url", row.contentUrl] : ["id", row.externalContentId];
    return sha256Hex([uploader.id, ...own].join("\n")).slice(0, 32);
  });
  const claims = rows.map(({ line }, n) => ({ handle: handles[n], line }));
  await tx.$executeRaw`
    INSERT INTO content_import_handles (import_id, partner_id, handle, line)
    SELECT ${importId}, ${partnerId}, decode(c.handle, 'hex'), min(c.line)
    FROM json_to_recordset(${JSON.stringify(claims)}::json) AS c(handle text, line int) GROUP BY c.handle
    ON CONFLICT DO NOTHING`;
  const claimed = await tx.$queryRaw<{ handle: string; line: number }[]>`
    SELECT encode(handle, 'hex') AS handle, line FROM content_import_handles
    WHERE import_id = ${importId} AND handle = ANY(SELECT decode(h, 'hex') FROM unnest(${handles}::text[]) h)`;
  const lines = new Map(claimed.map(({ handle, line }) => [handle, line]));
  return handles.map((handle) => lines.get(handle));
}
