import { z } from "zod";
import { clock } from "@/lib/platform/clock";
import { Prisma, rowsIn, type Tx } from "@/lib/platform/db";
import { wordsFor } from "@/lib/platform/errors";
import { ROW_BYTES_MOST } from "@/lib/platform/file-text";
import { findUnstorableText } from "@/lib/platform/unstorable-text";
import { storedAddress } from "@/lib/platform/wire";
import type { Depiction } from "@/prisma/generated/client";
import { sameRecord } from "../log-depiction";
import { sevenYearsAfter } from "../retention";
import { EXTERNAL_CONTENT_ID_MAX, LogContentBody } from "../schemas";
import type { Uploader } from "../uploader";
import { CREATOR_FIELDS, FIELDS, type ReadRow } from "./read-rows";
import type { ImportFinding } from "./schemas";

/** A record to import: the fields of a log call, and the creator. */
const ImportRow = z
  .strictObject({
    ...LogContentBody.shape,
    // No default here: a row without a type doesn't differ from a logged record of any type.
    contentType: LogContentBody.shape.contentType.unwrap().optional(),
    accountId: z.string().min(1).optional(),
    externalUserId: z.string().min(1).optional(),
    email: z.string().overwrite(storedAddress).min(1).optional(),
  })
  .refine((row) => CREATOR_FIELDS.some((field) => row[field] !== undefined), {
    error: "accountId, externalUserId or email is required",
  });

export type ImportRow = z.output<typeof ImportRow>;

/** A row of the file with the record to import, or why it is refused. */
export type CheckedRow = { line: number; end: number; externalContentId: string | null } & (
  | { row: ImportRow; refusal: null }
  | { row: null; refusal: string }
);

/**
 * Validates a row by the rules of a log call, with two exceptions. The compliance copy is optional on every plan,
 * because older content may have none. A row past its seven years is refused, whereas a log call would accept it until
 * the next night.
 */
export function checkRow({ line, end, values, unreadable }: ReadRow): CheckedRow {
  if (unreadable !== null) return { line, end, externalContentId: null, row: null, refusal: unreadable };
  const place = { line, end, externalContentId: handleOf(values) };
  const parsed = ImportRow.safeParse(values);
  if (!parsed.success) return { ...place, row: null, refusal: issuesInWords(parsed.error, values) };
  const unstorable = findUnstorableText(parsed.data);
  if (unstorable) {
    return { ...place, row: null, refusal: `${unstorable.join(".")}: has characters that can’t be stored` };
  }
  const { productionDate } = parsed.data;
  if (productionDate && sevenYearsAfter(productionDate) <= clock.now()) {
    const over = sevenYearsAfter(productionDate).toISOString().slice(0, 10);
    return { ...place, row: null, refusal: `productionDate: this record’s seven years ended on ${over}` };
  }
  return { ...place, row: parsed.data, refusal: null };
}

const ISSUES_MOST = 3;
const WORDS_MOST = 300;

function issuesInWords({ issues }: z.ZodError, values: Readonly<Record<string, unknown>>): string {
  const fields = new Map<string, string>();
  for (const issue of issues) {
    const field = issue.path.join(".");
    // Only the first issue of a field, because the others follow from it.
    if (!fields.has(field)) fields.set(field, inWords(field, issue, values));
  }
  const said = [...fields.values()].slice(0, ISSUES_MOST).map((text) => text.slice(0, WORDS_MOST));
  return said.join("; ").toWellFormed().replaceAll("\0", "");
}

function inWords(field: string, issue: z.core.$ZodIssue, values: Readonly<Record<string, unknown>>): string {
  if (issue.code === "unrecognized_keys") {
    return `${issue.keys.slice(0, ISSUES_MOST).join(", ")}: unknown; a row may have ${FIELDS.slice(0, 10).join(", ")} and complianceCopy`;
  }
  if (!field) return issue.message;
  if (issue.code === "invalid_type" && valueAt(values, issue.path) === undefined) return `${field}: is missing`;
  return `${field}: ${wordsFor(issue)}`;
}

const valueAt = (values: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce((at, step) => (typeof at === "object" && at !== null ? Reflect.get(at, step) : undefined), values);

// For the report, even if the rest of the row is invalid.
function handleOf({ externalContentId: handle }: Readonly<Record<string, unknown>>): string | null {
  return typeof handle === "string" && handle.length <= EXTERNAL_CONTENT_ID_MAX && !findUnstorableText(handle)
    ? handle
    : null;
}

/** The creator of a row, or why there is none. */
export type Creator = { uploader: Uploader; refusal: null } | { uploader: null; refusal: string };

type AccountRow = Uploader & { externalUserId: string; email: string; wasVerified: boolean };

const NOT_THEIRS = "the creator isn’t verified for you, or no longer is";

/**
 * Finds the creators of rows. Any account that was ever active counts, even if suspended, because older content belongs
 * in the log too. An account that was never active, or whose creator withdrew, is refused: the index must not name
 * someone unproven. The refusal is the same for all, so a partner can't learn who was asked, declined or left.
 */
export async function resolveCreators(tx: Tx, partnerId: string, rows: readonly ImportRow[]): Promise<Creator[]> {
  const named = (field: "accountId" | "externalUserId" | "email") => [
    ...new Set(rows.flatMap((row) => row[field] ?? [])),
  ];
  const accounts = await rowsIn<AccountRow>(tx)`
    WITH named AS (
      SELECT id FROM solo_accounts WHERE partner_id = ${partnerId} AND id = ANY(${named("accountId")}::text[])
      UNION SELECT id FROM solo_accounts
      WHERE partner_id = ${partnerId} AND external_user_id = ANY(${named("externalUserId")}::text[])
      UNION SELECT id FROM solo_accounts WHERE partner_id = ${partnerId} AND email = ANY(${named("email")}::text[]))
    SELECT a.id, a.partner_id, a.user_id, a.status = 'active' AS is_active,
      a.external_user_id, a.email, a.verified_at IS NOT NULL AS was_verified, NULL AS consent,
      p.name AS partner_name, false AS needs_copy
    FROM named JOIN solo_accounts a ON a.id = named.id JOIN partners p ON p.id = a.partner_id`;
  const byId = new Map(accounts.map((account) => [account.id, account]));
  const byExternalId = new Map(accounts.map((account) => [account.externalUserId, account]));
  const byEmail = new Map(accounts.map((account) => [account.email, account]));
  return rows.map(({ accountId, externalUserId, email }) => {
    const ways: [string, string | undefined, Map<string, AccountRow>][] = [
      ["accountId", accountId, byId],
      ["externalUserId", externalUserId, byExternalId],
      ["email", email, byEmail],
    ];
    const matches = ways.flatMap(([field, value, by]) =>
      value === undefined ? [] : [{ field, found: by.get(value) }],
    );
    const unknown = matches.find(({ found }) => !found);
    if (unknown) return refused(`${unknown.field}: no such account; provision the creator first`);
    const [first] = matches;
    const other = matches.find(({ found }) => found?.id !== first?.found?.id);
    if (!first?.found || other) return refused(`${first?.field} and ${other?.field} name different creators`);
    if (!first.found.wasVerified || first.found.userId === null) return refused(NOT_THEIRS);
    return { uploader: first.found, refusal: null };
  });
}

const refused = (refusal: string): Creator => ({ uploader: null, refusal });

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
