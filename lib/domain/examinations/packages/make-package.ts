import { z } from "zod";
import type { Ctx, ExaminerActor, StaffActor, SystemActor } from "@/lib/domain/core/context";
import { record } from "@/lib/domain/core/ledger";
import { writeBag } from "@/lib/platform/bag";
import { clock } from "@/lib/platform/clock";
import { hexOf } from "@/lib/platform/crypto";
import { db, inTransaction, type Tx } from "@/lib/platform/db";
import { DAY_MS } from "@/lib/platform/duration";
import { Conflict } from "@/lib/platform/errors";
import { defineTask, enqueue } from "@/lib/platform/jobs";
import { log } from "@/lib/platform/log";
import type { RecordPackage } from "@/prisma/generated/client";
import { castsIn, entriesIn, recordsIn } from "../scope";
import { packageFiles } from "./contents";
import { deleteParts, storeParts } from "./package-objects";
import { scopeOfPackage } from "./package-scope";

const TASK = "make_record_package";
/** How long a package is kept after it was made. It can be made again. */
const KEPT_DAYS = 14;
const ATTEMPTS = 6;

export async function lockPackage(tx: Tx, id: string): Promise<RecordPackage | null> {
  await tx.$queryRaw`SELECT 1 AS locked FROM record_packages WHERE id = ${id} FOR UPDATE`;
  return tx.recordPackage.findUnique({ where: { id } });
}

type Confirmed = Pick<RecordPackage, "confirmedById" | "confirmedAt">;

/** Starts making a locked package. Throws `Conflict` `package_asked`. */
export async function startMaking(
  tx: Tx,
  ctx: Ctx<StaffActor | ExaminerActor>,
  id: string,
  confirmed?: Confirmed,
): Promise<void> {
  const data = { status: "making", askedAt: clock.now(), failure: null, ...confirmed } as const;
  const { count } = await tx.recordPackage.updateMany({ where: { id, status: { in: ["entered", "failed"] } }, data });
  if (count === 0) throw new Conflict("package_asked", "It is already being made.");
  record(tx, { ctx, action: "record_package.started", subject: { kind: "record_package", id } });
  await enqueue(tx, TASK, { packageId: id }, { jobKey: `${TASK} ${id}`, maxAttempts: ATTEMPTS });
}

/**
 * Makes a package: fixes what it has, writes it to the store as it is read, and then names it. Safe to repeat after any crash: the first
 * one that is finished stays, and what is left of others is swept.
 */
export const makeRecordPackageTask = defineTask(
  TASK,
  z.object({ packageId: z.string() }),
  async ({ packageId }, { requestId, signal, lastAttempt }) => {
    const row = await db.recordPackage.findUnique({ where: { id: packageId } });
    if (row?.status !== "making") return;
    const ctx: Ctx<SystemActor> = { actor: { kind: "system", name: TASK }, requestId };
    try {
      const at = clock.now();
      const recordCount = await fixRecords(row);
      const stored = await storeParts(packageId, writeRecords({ ...row, at, recordCount }), signal);
      const { claimBy, ...archive } = stored;
      const isKept = await inTransaction(async (tx) => {
        const now = await lockPackage(tx, packageId);
        if (now?.status !== "making") return false;
        if (clock.now() > claimBy) throw new Error("Storing a package took too long.");
        const expiresAt = new Date(clock.now().getTime() + KEPT_DAYS * DAY_MS);
        const data = { status: "ready", madeAt: at, expiresAt, recordCount, ...archive } as const;
        await tx.recordPackage.update({ where: { id: packageId }, data });
        const { archiveSha256, bytes } = archive;
        record(tx, {
          ctx,
          action: "record_package.made",
          subject: { kind: "record_package", id: packageId },
          detail: { archiveSha256: hexOf(archiveSha256), bytes, recordCount },
        });
        return true;
      });
      if (!isKept) await inTransaction((tx) => deleteParts(tx, archive.storagePrefix));
    } catch (error) {
      if (signal?.aborted || !lastAttempt) throw error;
      log.error({ err: error, packageId }, "a package of records could not be made");
      await inTransaction(async (tx) => {
        const failure = "A stored record couldn’t be read.";
        const { count } = await tx.recordPackage.updateMany({
          where: { id: packageId, status: "making" },
          data: { status: "failed", failure },
        });
        if (count > 0)
          record(tx, { ctx, action: "record_package.failed", subject: { kind: "record_package", id: packageId } });
      });
    }
  },
  { slot: "long" },
);

/** Fixes which records a package has, in the order of their titles, with the people in each whom its scope opens. */
async function fixRecords(row: RecordPackage): Promise<number> {
  const scope = scopeOfPackage(row);
  // Of a run that died. Not in one transaction, which may not take as long as a large scope.
  await db.recordPackageRecord.deleteMany({ where: { packageId: row.id } });
  return db.$executeRaw`
    WITH people AS MATERIALIZED (
      SELECT kind, id, array_agg(DISTINCT user_id) AS user_ids FROM ${entriesIn(scope)} e GROUP BY kind, id
      UNION ALL SELECT 'production', id, array_agg(user_id) FROM ${castsIn(scope)} c GROUP BY id)
    INSERT INTO record_package_records (package_id, n, kind, record_id, title, production_date, user_ids)
    SELECT ${row.id}, row_number() OVER (ORDER BY search_fold(r.title), r.id), r.kind, r.id, r.title, r.production_date,
      coalesce(p.user_ids, '{}')
    FROM ${recordsIn(scope)} r LEFT JOIN people p ON p.kind = r.kind AND p.id = r.id`;
}

function writeRecords(facts: Parameters<typeof packageFiles>[0]): AsyncGenerator<Buffer> {
  const { id, examinationId, requester, at } = facts;
  return writeBag({
    name: fileNameOf(facts),
    at,
    about: {
      description: `Records under 18 U.S.C. 2257 for ${requester}`,
      id: examinationId ? `Examination ${examinationId}` : `Package ${id}`,
      sender: id,
    },
    files: (sums) => packageFiles(facts, sums),
  });
}

/** The name of a package's file and folder. */
export const fileNameOf = ({ id, examinationId }: Pick<RecordPackage, "id" | "examinationId">): string =>
  examinationId ? `examination-${examinationId}-records` : `records-${id}`;
