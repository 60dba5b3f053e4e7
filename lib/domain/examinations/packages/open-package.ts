import { Readable } from "node:stream";
import type { Ctx, ExaminerActor, StaffActor } from "@/lib/domain/core/context";
import { record } from "@/lib/domain/core/ledger";
import { addLook, findLooks, LOOK_MS } from "@/lib/domain/custody/looks";
import { assertCustodian, assertFresh } from "@/lib/domain/parties/people";
import { type ReadCopy, readRange } from "@/lib/domain/records/content";
import { clock } from "@/lib/platform/clock";
import { hexOf } from "@/lib/platform/crypto";
import { db, inTransaction, Prisma, type Tx } from "@/lib/platform/db";
import { Conflict, NotFound, Unavailable } from "@/lib/platform/errors";
import { firstIdAt, isId } from "@/lib/platform/ids";
import { log } from "@/lib/platform/log";
import type { Examination, RecordPackage } from "@/prisma/generated/client";
import { getOpen } from "../access";
import { whileMay } from "../files";
import { SEES } from "../labels";
import { recordLook, whileOpen } from "../looks";
import { expireStale } from "./expire-packages";
import { fileNameOf } from "./make-package";
import { areStored, readParts } from "./package-objects";
import { assertUninvolvedInPackage, hasRemovedCopy, isStale } from "./package-scope";

const { sql } = Prisma;

/** A package, or a part of it: to save, and to resume. */
export type OpenedRecords = ReadCopy & { fileName: string; sha256: string };

type Asked = { packageId: string; range: string | null };

/**
 * The ZIP of a package, or a range of its bytes, for a custodian. The ledger records one download in ten minutes, for the package and each
 * person in it. It stops within seconds once a record whose copy it has is removed. Throws `NotFound`, `Forbidden` (also
 * `conflict_of_interest` and `prove_again`), `Conflict` `record_removed`, `Unavailable`.
 */
export async function openRecords(ctx: Ctx<StaffActor>, { packageId, range }: Asked): Promise<OpenedRecords> {
  assertFresh(ctx);
  if (!isId(packageId)) throw new NotFound();
  const row = await inTransaction(async (tx) => {
    const found = await findForCustodian(tx, ctx, packageId);
    const subject = { kind: "record_package", id: packageId } as const;
    const look = { kind: "record_package", subjectId: packageId } as const;
    if ((await findLooks(tx, ctx, { ...look, activeFor: null })).length > 0) return found;
    await addLook(tx, ctx, { ...look, purpose: null });
    const { reason, examinationId } = found;
    record(tx, { ctx, action: "record_package.downloaded", subject, reason });
    for (const id of await peopleIn(tx, packageId)) {
      const detail = { packageId, ...(examinationId && { examinationId }) };
      record(tx, {
        ctx,
        action: "person.package_downloaded",
        subject: { kind: "person", id },
        partnerId: null,
        reason,
        detail,
      });
    }
    return found;
  });
  return whileNot(await streamed(row, range), () => hasRemovedCopy(db, packageId));
}

/** A package that is read until this is so. Asking about every copy takes a while, so it is asked in proportion. */
function whileNot(opened: OpenedRecords, isOver: () => Promise<boolean>): OpenedRecords {
  let [asked, took] = [0, 0];
  const mayRead = async (): Promise<boolean> => {
    const now = performance.now();
    if (now - asked < 20 * took) return true;
    const over = await isOver();
    [asked, took] = [performance.now(), performance.now() - now];
    return !over;
  };
  return { ...opened, body: opened.body && Readable.from(whileMay(opened.body, mayRead)) };
}

/**
 * The same for the examiner whose examination it is, while that opens exactly what the package has: it stops within a second once the
 * examination isn't open or gets narrower, and within seconds once a copy in it is removed or a record in it leaves the scope. A download counts as a look at everything in
 * it. Throws `NotFound`, `Unavailable`.
 */
export async function openExaminedRecords(
  ctx: Ctx<ExaminerActor>,
  { packageId, range }: Asked,
): Promise<OpenedRecords> {
  const row = await unlessStale(ctx, async (tx, examination) => {
    const { id: examinationId, profile } = examination;
    const found = await findOpened(tx, examination, packageId);
    const since = firstIdAt(new Date(clock.now().getTime() - LOOK_MS));
    const same = { examinationId, id: { gt: since }, kind: "package", subjectId: packageId } as const;
    if (await tx.examinationLook.findFirst({ where: same, select: { id: true } })) return found;
    const ids = SEES[profile].id ? await peopleIn(tx, packageId) : [];
    await recordLook(tx, ctx, examination, {
      ...{ kind: "package", action: "record_package.downloaded", subject: { kind: "record_package", id: packageId } },
      ...{ title: "Package of all records", sha256: found.archiveSha256 },
      of: { all: sql`(SELECT kind, record_id AS id FROM record_package_records WHERE package_id = ${packageId})` },
      people: { action: "person.package_downloaded", ids },
    });
    return found;
  });
  const opened = whileNot(await streamed(row, range), () => isStale(db, row));
  const isSame = async () => (await getOpen(db, ctx)).scopeRevision === row.scopeRevision;
  return { ...opened, body: opened.body && Readable.from(whileMay(opened.body, isSame)) };
}

type Ready = RecordPackage & { storagePrefix: string; archiveSha256: Uint8Array; bytes: bigint };

async function findReady(tx: Pick<Tx, "recordPackage">, id: string): Promise<Ready> {
  const row = await tx.recordPackage.findFirst({ where: { id, status: "ready", expiresAt: { gt: clock.now() } } });
  const { storagePrefix, archiveSha256, bytes } = row ?? {};
  if (!row || !storagePrefix || !archiveSha256 || !bytes) throw new NotFound();
  return { ...row, storagePrefix, archiveSha256, bytes };
}

/** The package of an open examination, while that opens all that it has. */
async function findOpened(
  tx: Tx,
  { id, scopeRevision }: Pick<Examination, "id" | "scopeRevision">,
  packageId: string,
): Promise<Ready> {
  if (!isId(packageId)) throw new NotFound();
  const found = await findReady(tx, packageId);
  if (found.examinationId !== id || found.scopeRevision !== scopeRevision) throw new NotFound();
  if (await isStale(tx, found)) throw new Stale(found);
  return found;
}

/** The package has what its examination doesn't open any more. */
class Stale extends NotFound {
  constructor(readonly row: Ready) {
    super();
  }
}

/** `whileOpen`. Deletes a package that is found to be stale. */
const unlessStale = <T>(ctx: Ctx<ExaminerActor>, read: Parameters<typeof whileOpen<T>>[1]): Promise<T> =>
  whileOpen(ctx, read).catch(async (error: unknown) => {
    if (error instanceof Stale) await expireStale(ctx.requestId, error.row);
    throw error;
  });

async function findForCustodian(
  tx: Pick<Tx, "recordPackage" | "recordPackageRecord" | "depiction" | "$queryRaw" | "user">,
  ctx: Ctx<StaffActor>,
  packageId: string,
): Promise<Ready> {
  await assertCustodian(tx, ctx);
  const row = await tx.recordPackage.findUnique({
    where: { id: packageId },
    include: { examination: { select: { status: true, closesAt: true } } },
  });
  if (!row) throw new NotFound();
  await assertUninvolvedInPackage(tx, ctx, row);
  const { examination } = row;
  if (examination && (examination.status === "ended" || examination.closesAt <= clock.now())) throw new NotFound();
  const found = await findReady(tx, packageId);
  if (await hasRemovedCopy(tx, packageId)) {
    throw new Conflict("record_removed", "A record in this package was removed since. Make another package.");
  }
  return found;
}

async function peopleIn(tx: Tx, packageId: string): Promise<string[]> {
  const rows = await tx.$queryRaw<{ id: string }[]>`
    SELECT DISTINCT unnest(user_ids) AS id FROM record_package_records WHERE package_id = ${packageId} ORDER BY id`;
  return rows.map(({ id }) => id);
}

const RETRY_AFTER_S = 10;

async function streamed({ bytes: length, ...row }: Ready, asked: string | null): Promise<OpenedRecords> {
  const bytes = Number(length);
  const range = readRange(asked, bytes);
  const about = {
    fileName: `${fileNameOf(row)}.zip`,
    mimeType: "application/zip",
    bytes,
    range,
    sha256: hexOf(row.archiveSha256),
  };
  if (range === "unsatisfiable") return { ...about, body: null };
  if (!(await areStored({ storagePrefix: row.storagePrefix, bytes }))) {
    log.error({ packageId: row.id }, "a package of records is missing from the storage");
    throw new Unavailable("The package can’t be read right now. Try again in a minute", RETRY_AFTER_S);
  }
  const part = range ?? { first: 0, last: bytes - 1 };
  return { ...about, body: Readable.from(readParts({ ...row, bytes }, part), { objectMode: false }) };
}

/** The SHA-256 of a package, as a file for `sha256sum -c`, for a custodian. Throws `NotFound`, `Forbidden`, `Conflict`. */
export async function sumOfPackage(
  ctx: Ctx<StaffActor>,
  packageId: string,
): Promise<{ fileName: string; text: string }> {
  if (!isId(packageId)) throw new NotFound();
  return sumFile(await findForCustodian(db, ctx, packageId));
}

/** The same for the examiner of its examination. Throws `NotFound`. */
export const sumOfExaminedPackage = (
  ctx: Ctx<ExaminerActor>,
  packageId: string,
): Promise<{ fileName: string; text: string }> =>
  unlessStale(ctx, async (tx, examination) => sumFile(await findOpened(tx, examination, packageId)));

const sumFile = (row: Ready) => ({
  fileName: `${fileNameOf(row)}.zip.sha256`,
  text: `${hexOf(row.archiveSha256)}  ${fileNameOf(row)}.zip\n`,
});
