import type { Ctx } from "@/lib/domain/core/context";
import { record } from "@/lib/domain/core/ledger";
import { queueForSearch } from "@/lib/domain/records/search";
import { db, inTransaction, isDatabasesFault, Prisma, rowsIn, type Tx } from "@/lib/platform/db";
import { log } from "@/lib/platform/log";
import type { SearchKind } from "@/prisma/generated/client";

/** How many expired rows to read at once. */
export const EXPIRED_AT_ONCE = 100;

/** Why expired records are erased, for the ledger. */
export const RETENTION_IS_OVER = "The seven years of its retention are over";

/** A bound that a database index can serve, with a day to spare for leap days. By the database's clock, like its guards. */
export const EXPIRED_BEFORE = Prisma.sql`now() - interval '7 years' + interval '1 day'`;

type Erasure<Row extends { id: string }> = {
  /** What the log calls the id of a row that could not be erased. */
  named: string;
  /** The next expired rows after this one, up to `EXPIRED_AT_ONCE`. */
  next: (after: Row | undefined) => Promise<Row[]>;
  /** Erases rows in one transaction. */
  erase: (tx: Tx, rows: readonly Row[]) => Promise<void>;
  signal: AbortSignal | undefined;
};

/**
 * Erases expired rows, in batches. The rows of a batch that fails are tried one by one: a failure is logged, doesn't stop the others,
 * and is retried the next night. Throws when the database is at fault, and when the signal aborts.
 */
export async function eraseTogether<Row extends { id: string }>(erasure: Erasure<Row>): Promise<void> {
  const { next, erase, signal } = erasure;
  let after: Row | undefined;
  for (let rows = await next(after); rows.length > 0; rows = await next(after)) {
    signal?.throwIfAborted();
    const batch = rows;
    await inTransaction((tx) => erase(tx, batch)).catch(async (error: unknown) => {
      if (isDatabasesFault(error)) throw error;
      await eachAlone(batch, erasure);
    });
    after = rows.at(-1);
  }
}

/** Erases expired rows, each in a transaction of its own. Otherwise like `eraseTogether`. */
export async function eraseEach<Row extends { id: string }>({
  erase,
  ...erasure
}: Omit<Erasure<Row>, "erase"> & { erase: (tx: Tx, row: Row) => Promise<void> }): Promise<void> {
  const { next } = erasure;
  const one = async (tx: Tx, rows: readonly Row[]) => {
    for (const row of rows) await erase(tx, row);
  };
  let after: Row | undefined;
  for (let rows = await next(after); rows.length > 0; rows = await next(after)) {
    await eachAlone(rows, { ...erasure, erase: one });
    after = rows.at(-1);
  }
}

async function eachAlone<Row extends { id: string }>(
  rows: readonly Row[],
  { named, erase, signal }: Erasure<Row>,
): Promise<void> {
  for (const row of rows) {
    // The job queue retries an aborted task, which continues with the rest.
    signal?.throwIfAborted();
    await inTransaction((tx) => erase(tx, [row])).catch((error: unknown) => {
      if (isDatabasesFault(error)) throw error;
      log.error({ err: error, [named]: row.id }, "an expired record could not be erased, will be retried");
    });
  }
}

/** The index of one kind of record. */
type Entries = { kind: SearchKind; key: string; entries: Prisma.Sql; column: Prisma.Sql; records: Prisma.Sql };

export const DEPICTION_ENTRIES: Entries = {
  kind: "depiction",
  key: "depictionId",
  entries: Prisma.sql`index_entries`,
  column: Prisma.sql`depiction_id`,
  records: Prisma.sql`depictions`,
};

type ExpiredEntry = { id: string; userId: string; at: Date };

/** Erases the expired index entries of erased depictions or scenes. The ledger keeps an entry about each person. */
export async function eraseExpiredEntries(
  ctx: Ctx,
  { of, signal }: { of: Entries; signal: AbortSignal | undefined },
): Promise<void> {
  const { kind, key, entries, column, records } = of;
  const next = (after: ExpiredEntry | undefined) =>
    rowsIn<ExpiredEntry>(db)`
    SELECT ${column} AS id, user_id, last_changed_at AS at FROM ${entries} i
    WHERE last_changed_at <= ${EXPIRED_BEFORE} AND NOT must_be_kept(greatest(production_date, last_changed_at), legal_hold)
      AND NOT EXISTS (SELECT FROM ${records} r WHERE r.id = i.${column})
      ${
        after
          ? Prisma.sql`AND last_changed_at >= ${after.at}
              AND (last_changed_at, ${column}, user_id) > (${after.at}, ${after.id}, ${after.userId})`
          : Prisma.empty
      }
    ORDER BY last_changed_at, ${column}, user_id LIMIT ${EXPIRED_AT_ONCE}`;
  const erase = async (tx: Tx, expired: readonly ExpiredEntry[]) => {
    const erased = await rowsIn<{ id: string; userId: string; partnerId: string }>(tx)`
      DELETE FROM ${entries} i USING json_to_recordset(${JSON.stringify(expired)}::json) AS expired(id text, "userId" text)
      WHERE i.${column} = expired.id AND i.user_id = expired."userId"
        AND NOT must_be_kept(greatest(i.production_date, i.last_changed_at), i.legal_hold)
      RETURNING expired.id, i.user_id, i.partner_id`;
    for (const { id, userId, partnerId } of erased) {
      const subject = { kind: "person", id: userId } as const;
      const detail = { [key]: id };
      record(tx, { ctx, action: "index_entry.erased", subject, partnerId, reason: RETENTION_IS_OVER, detail });
    }
    const ids = erased.map(({ id }) => id);
    if (ids.length > 0) await queueForSearch(tx, kind, ids);
  };
  await eraseTogether({ named: key, next, erase, signal });
}
