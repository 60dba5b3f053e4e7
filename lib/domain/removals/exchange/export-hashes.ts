import { Readable } from "node:stream";
import type { Ctx, StaffActor } from "@/lib/domain/core/context";
import { record } from "@/lib/domain/core/ledger";
import { assertCustodian, assertFresh } from "@/lib/domain/parties/people";
import { clock } from "@/lib/platform/clock";
import { type CsvColumns, csvStream } from "@/lib/platform/csv-stream";
import { db, inTransaction, Prisma, rowsIn } from "@/lib/platform/db";
import { hexOfBits } from "../matching/turned-hash";
import type { SourceKind } from "./labels";
import { gatherHashes, judgeAgain } from "./share-hashes";

type Shared = { id: string; pdq: string | null; sha256: string | null; addedAt: Date; isWithdrawn: boolean };

const AT_ONCE = 1_000;

/** As ThreatExchange's own upload takes them, with our id. */
const COLUMNS: CsvColumns<Shared> = [
  ["td_raw_indicator", ({ pdq, sha256 }) => pdq ?? sha256],
  ["td_indicator_type", ({ pdq }) => (pdq ? "HASH_PDQ" : "HASH_SHA256")],
  ["td_description", () => "Intimate image shared without consent, confirmed by a custodian."],
  ["td_share_level", () => "AMBER"],
  ["td_status", ({ isWithdrawn }) => (isWithdrawn ? "NON_MALICIOUS" : "MALICIOUS")],
  ["td_subjective_tags", () => "ncii"],
  ["id", ({ id }) => id],
];

export type ExportFormat = Exclude<SourceKind, "file">;

type ExportedFile = { fileName: string } & ({ csv: ReadableStream<Uint8Array> } | { json: ReadableStream<Uint8Array> });

/**
 * The hashes of confirmed copies, as StopNCII's interface takes them (PDQ only) or as ThreatExchange's upload does, each with a random id and
 * nothing else about it. Withdrawn ones say so. Made as it is read; the ledger records each file. Throws `Forbidden`, also `prove_again`.
 */
export async function exportHashes(ctx: Ctx<StaffActor>, { format }: { format: ExportFormat }): Promise<ExportedFile> {
  assertFresh(ctx);
  await assertCustodian(db, ctx);
  await gatherHashes();
  await inTransaction(async (tx) => {
    await assertCustodian(tx, ctx);
    const subject = { kind: "user", id: ctx.actor.userId } as const;
    record(tx, { ctx, action: "confirmed_hashes.exported", subject, partnerId: null, detail: { format } });
  });
  const day = clock.now().toISOString().slice(0, 10);
  return format === "threatexchange"
    ? { fileName: `confirmed-hashes-${day}.csv`, csv: csvStream(COLUMNS, pages(), ctx.actor.userId) }
    : { fileName: `confirmed-hashes-${day}.json`, json: streamed(stopNciiText()) };
}

const streamed = (text: AsyncGenerator<Uint8Array>): ReadableStream<Uint8Array> =>
  Readable.toWeb(Readable.from(text, { objectMode: false })) as ReadableStream<Uint8Array>;

async function* pages({ pdqOnly = false } = {}): AsyncGenerator<Shared[]> {
  for (let after = ""; ; ) {
    const met = pdqOnly ? Prisma.sql`AND pdq IS NOT NULL` : Prisma.empty;
    const page = await rowsIn<{ id: string }>(db)`
      SELECT id FROM shared_hashes WHERE id > ${after} ${met} ORDER BY id LIMIT ${AT_ONCE}`;
    if (page.length === 0) return;
    const ids = page.map(({ id }) => id);
    // Another gathering may just have shared what a new request says may show a child.
    await judgeAgain(ids);
    const rows = await rowsIn<Shared>(db)`
      SELECT id, pdq::text AS pdq, encode(sha256, 'hex') AS sha256, added_at, withdrawn_at IS NOT NULL AS is_withdrawn
      FROM shared_hashes WHERE id = ANY (${ids}::text[]) ORDER BY id`;
    yield rows.map(({ pdq, ...row }) => ({ ...row, pdq: pdq && hexOfBits(pdq) }));
    after = ids.at(-1) ?? after;
  }
}

/** One record in each line. */
async function* stopNciiText(): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder();
  yield encoder.encode('{"hashRecords":[');
  let [count, between] = [0, "\n"];
  for await (const rows of pages({ pdqOnly: true })) {
    let text = "";
    for (const { id, pdq: hashValue, addedAt, isWithdrawn } of rows) {
      const feedbackValue = isWithdrawn ? "Withdrawn" : "Blocked";
      const status = isWithdrawn ? { hashStatus: "Withdrawn" } : {};
      const told = { id, lastModtimestamp: Math.floor(addedAt.getTime() / 1000), signalType: "ImagePDQ", hashValue };
      text += between + JSON.stringify({ ...told, ...status, CSPFeedbacks: [{ feedbackValue, tags: [] }] });
      between = ",\n";
    }
    count += rows.length;
    yield encoder.encode(text);
  }
  yield encoder.encode(`\n],"count":${count}}\n`);
}
