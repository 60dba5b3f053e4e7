import { Prisma, rowsIn, type Tx } from "@/lib/platform/db";
import { ROW_BYTES_MOST } from "@/lib/platform/file-text";
import type { Depiction } from "@/prisma/generated/client";
import { sameRecord } from "../log-depiction";
import type { ImportRow } from "./check-row";
import type { ImportFinding } from "./schemas";

/** How a row compares with its logged record: unchanged, different, or taken down. */
export type Comparison = { outcome: "unchanged" } | Pick<ImportFinding, "outcome" | "reason">;

type LoggedRecord = { fileHash: string | null } & Pick<
  Depiction,
  | ("title" | "contentUrl" | "contentType" | "platform" | "productionDate")
  | ("copyMimeType" | "copyBytes" | "removedAt")
>;

const VALUE_MAX = 60;

/** Compares rows with their logged records, in the order of the rows. Null for a row without one. */
export async function compareLogged(
  tx: Tx,
  rows: readonly { accountId: string; row: ImportRow }[],
): Promise<(Comparison | null)[]> {
  const calls = rows.map(({ accountId, row }, n) => ({
    n,
    account_id: accountId,
    external_content_id: row.externalContentId ?? null,
    content_url: row.contentUrl,
  }));
  const found = await rowsIn<LoggedRecord & { n: number }>(tx)`
    SELECT call.n, found.*
    FROM json_to_recordset(${JSON.stringify(calls)}::json) call(n int, account_id text, external_content_id text, content_url text)
    CROSS JOIN LATERAL (${Prisma.raw(sameRecord(COLUMNS))}) found`;
  const logged = new Map(found.map((one) => [one.n, one]));
  return rows.map(({ row }, n) => {
    const one = logged.get(n);
    return one ? compare(row, one) : null;
  });
}

// A logged type may be a megabyte long. One byte more than a row can have is enough to compare.
const COLUMNS = `d.title, d.content_url, left(d.content_type, ${ROW_BYTES_MOST + 1}) AS content_type, d.platform,
  d.production_date, encode(d.file_hash, 'hex') AS file_hash, d.copy_mime_type,
  d.copy_bytes, d.removed_at`;

function compare(row: ImportRow, logged: LoggedRecord): Comparison {
  if (logged.removedAt) {
    const on = logged.removedAt.toISOString().slice(0, 10);
    return { outcome: "taken_down", reason: `The record was taken down on ${on} and isn’t restored.` };
  }
  const others = differences(row, logged);
  if (others.length === 0) return { outcome: "unchanged" };
  return { outcome: "differing", reason: `The log differs and doesn’t change: ${others.join("; ")}.` };
}

/** The logged values that differ from the row's. Fields missing from the row are ignored. */
function differences(row: ImportRow, logged: LoggedRecord): string[] {
  const values: [string, string | undefined, string | null][] = [
    ["title", row.title, logged.title],
    ["contentUrl", row.contentUrl, logged.contentUrl],
    ["contentType", row.contentType, logged.contentType],
    ["platform", row.platform, logged.platform],
    ["productionDate", row.productionDate?.toISOString(), logged.productionDate.toISOString()],
    ["fileHash", row.fileHash, logged.fileHash],
    ["complianceCopyMimeType", row.complianceCopy?.mimeType, logged.copyMimeType],
    ["complianceCopySizeBytes", row.complianceCopy?.sizeBytes.toString(), logged.copyBytes?.toString() ?? null],
  ];
  return values.flatMap(([field, ours, theirs]) => {
    if (ours === undefined || ours === theirs) return [];
    return [`${field} ${theirs === null ? "none" : `“${cut(theirs)}”`}`];
  });
}

const cut = (text: string): string =>
  text.length > VALUE_MAX
    ? `${text
        .slice(0, VALUE_MAX)
        .toWellFormed()
        .replace(/\uFFFD$/, "")}…`
    : text;
