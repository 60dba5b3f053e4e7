import { insertDepictions } from "@/lib/domain/content/insert-depictions";
import type { Uploader } from "@/lib/domain/content/uploader";
import type { Ctx } from "@/lib/domain/context";
import { sha256 } from "@/lib/platform/crypto";
import { inTransaction, type Tx } from "@/lib/platform/db";
import type { CheckedRow, ImportRow } from "./check-row";
import { resolveCreators } from "./resolve-creators";

type Taken = { line: number; row: ImportRow; uploader: Uploader };
type Finding = { line: number; outcome: "refused" | "repeated"; externalContentId: string | null; reason: string };

/**
 * Writes the next rows of an import and how far it has come, in one transaction: killed at any moment, it goes on where it
 * was, and nothing is written or counted twice. False when the import is not where the caller believes: somebody else is at it.
 */
export async function writeBatch(
  ctx: Ctx,
  importId: string,
  { reached, rows }: { reached: number; rows: readonly CheckedRow[] },
): Promise<boolean> {
  return inTransaction(async (tx) => {
    const [at] = await tx.$queryRaw<{ partnerId: string; dryRun: boolean }[]>`
      SELECT partner_id AS "partnerId", dry_run AS "dryRun" FROM content_imports
      WHERE id = ${importId} AND status = 'running' AND reached_line = ${reached} FOR NO KEY UPDATE`;
    const last = rows.at(-1);
    if (!at || !last) return false;
    const findings: Finding[] = [];
    const found = (
      at: { line: number; externalContentId?: string | null },
      finding: Omit<Finding, "line" | "externalContentId">,
    ) => findings.push({ line: at.line, externalContentId: at.externalContentId ?? null, ...finding });
    const good = rows.flatMap((one) => {
      if (one.row) return [{ line: one.line, row: one.row }];
      found(one, { outcome: "refused", reason: one.refusal });
      return [];
    });
    const creators = await resolveCreators(
      tx,
      at.partnerId,
      good.map(({ row }) => row),
    );
    const ours: Taken[] = good.flatMap(({ line, row }, n) => {
      const creator = creators[n];
      if (creator?.uploader) return [{ line, row, uploader: creator.uploader }];
      found({ line, ...handle(row) }, { outcome: "refused", reason: creator?.refusal ?? "" });
      return [];
    });
    const firstLines = await claimHandles(tx, importId, ours);
    const fresh = ours.filter(({ line, row }, n) => {
      const first = firstLines[n];
      if (first === line) return true;
      found(
        { line, ...handle(row) },
        { outcome: "repeated", reason: `The file has this record on line ${first} already.` },
      );
      return false;
    });
    const logged = at.dryRun ? await countNew(tx, fresh) : await insert(tx, ctx, fresh);
    const repeated = findings.filter(({ outcome }) => outcome === "repeated").length;
    await tx.contentImportFinding.createMany({ data: findings.map((finding) => ({ importId, ...finding })) });
    await tx.contentImport.update({
      where: { id: importId },
      data: {
        reachedLine: last.end,
        logged: { increment: logged },
        unchanged: { increment: fresh.length - logged },
        repeated: { increment: repeated },
        refused: { increment: findings.length - repeated },
      },
    });
    return true;
  });
}

const handle = ({ externalContentId }: ImportRow) => ({ externalContentId: externalContentId ?? null });

async function insert(tx: Tx, ctx: Ctx, fresh: readonly Taken[]): Promise<number> {
  const made = fresh.map(({ row: input, uploader }) => ({ ctx, uploader, input }));
  const logged = await insertDepictions(tx, made, { history: true });
  return logged.filter((one) => one !== null).length;
}

/** How many are not in the log: what a dry run would have written. */
async function countNew(tx: Tx, fresh: readonly Taken[]): Promise<number> {
  const asked = fresh.map(({ row, uploader }) => ({
    account_id: uploader.id,
    external_content_id: row.externalContentId ?? null,
    content_url: row.contentUrl,
  }));
  const [{ known } = { known: 0n }] = await tx.$queryRaw<{ known: bigint }[]>`
    SELECT count(*) AS known
    FROM json_to_recordset(${JSON.stringify(asked)}::json) AS r(account_id text, external_content_id text, content_url text)
    WHERE EXISTS (SELECT FROM depictions d
        WHERE d.account_id = r.account_id AND d.external_content_id = r.external_content_id)
      OR (r.external_content_id IS NULL AND EXISTS (SELECT FROM depictions d
        WHERE d.account_id = r.account_id AND d.external_content_id IS NULL AND d.content_url = r.content_url))`;
  return fresh.length - Number(known);
}

/** The line on which the file names each row's record first. */
async function claimHandles(tx: Tx, importId: string, rows: readonly Taken[]): Promise<(number | undefined)[]> {
  const handles = rows.map(({ row, uploader }) => {
    const own = row.externalContentId === undefined ? ["url", row.contentUrl] : ["id", row.externalContentId];
    return sha256([uploader.id, ...own].join("\n"))
      .toString("hex")
      .slice(0, 32);
  });
  const claims = rows.map(({ line }, n) => ({ handle: handles[n], line }));
  await tx.$executeRaw`
    INSERT INTO content_import_handles (import_id, handle, line)
    SELECT ${importId}, decode(c.handle, 'hex'), min(c.line)
    FROM json_to_recordset(${JSON.stringify(claims)}::json) AS c(handle text, line int) GROUP BY c.handle
    ON CONFLICT DO NOTHING`;
  const claimed = await tx.$queryRaw<{ handle: string; line: number }[]>`
    SELECT encode(handle, 'hex') AS handle, line FROM content_import_handles
    WHERE import_id = ${importId} AND handle = ANY(SELECT decode(h, 'hex') FROM unnest(${handles}::text[]) h)`;
  const lines = new Map(claimed.map(({ handle, line }) => [handle, line]));
  return handles.map((handle) => lines.get(handle));
}
