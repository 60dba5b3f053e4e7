import type { Ctx, ExaminerActor, StaffActor } from "@/lib/domain/core/context";
import { custodianHistory } from "@/lib/domain/core/ledger";
import { assertNoConflict, hideReserved, type Reserved } from "@/lib/domain/custody/conflicts";
import { assertCustodian } from "@/lib/domain/parties/people";
import { clock } from "@/lib/platform/clock";
import { hexOf } from "@/lib/platform/crypto";
import { db, Prisma, type Tx } from "@/lib/platform/db";
import { NotFound } from "@/lib/platform/errors";
import { isId } from "@/lib/platform/ids";
import { beyondId, type Page, pageOf, readCursor, readingOrder } from "@/lib/platform/keyset";
import type { RecordPackage } from "@/prisma/generated/client";
import { getOpen, type Named, nameOf } from "../access";
import { searchAllowed } from "../examinations";
import { countScope, type Pickable, scopeItemsOf } from "../scope";
import { assertUninvolvedInPackage, hasRemovedCopy, isStale, pickedAs, scopeOfPackage } from "./package-scope";

const { sql } = Prisma;

/** The most records of a package of which a page asks whether it is stale, which takes seconds for many. Downloads ask in any case. */
const ASKED_ON_PAGES = 2_000;
const PAGE = 25;
const NAMED = { select: { name: true, email: true } } as const;
const WITH_CUSTODIANS = { enteredBy: NAMED, confirmedBy: NAMED } as const;
type Read = RecordPackage & { enteredBy: Named | null; confirmedBy: Named | null };

const present = ({ storagePrefix: _, archiveSha256, bytes, enteredBy, confirmedBy, ...row }: Read) => ({
  ...row,
  bytes: bytes === null ? null : Number(bytes),
  sha256: archiveSha256 && hexOf(archiveSha256),
  enteredBy: nameOf(enteredBy),
  confirmedBy: nameOf(confirmedBy),
});

/** A package, without where it is stored. */
export type PackageRow = ReturnType<typeof present>;

/** A page of all packages, newest first. Throws `Forbidden`. */
export async function listPackages(
  ctx: Ctx<StaffActor>,
  { cursor: sent }: { cursor?: string | undefined } = {},
): Promise<Page<PackageRow | Reserved>> {
  await assertCustodian(db, ctx);
  const cursor = readCursor(sent);
  const found = await db.recordPackage.findMany({
    ...{ where: beyondId(cursor), orderBy: { id: readingOrder(cursor) }, take: PAGE + 1, include: WITH_CUSTODIANS },
  });
  const page = pageOf(found.map(present), { limit: PAGE, cursor });
  return { ...page, rows: await hideReserved(db, ctx, { what: "recordPackage", rows: page.rows }) };
}

/** When a package is deleted: that of an examination also once that closes. */
const deletedAt = (
  { expiresAt }: Pick<RecordPackage, "expiresAt">,
  examination: { closesAt: Date } | null,
): Date | null => (expiresAt && examination && examination.closesAt < expiresAt ? examination.closesAt : expiresAt);

/**
 * A package for a custodian, with what it has. `isClosed`: a record whose copy it has was removed. `isOver`: its examination is over,
 * which deletes it. `isNarrowed`: that opens less than when it was made. Throws `NotFound`, `Forbidden` (also `conflict_of_interest`).
 */
export async function viewPackage(ctx: Ctx<StaffActor>, packageId: string) {
  await assertCustodian(db, ctx);
  const found = isId(packageId)
    ? await db.recordPackage.findUnique({ where: { id: packageId }, include: WITH_CUSTODIANS })
    : null;
  if (!found) throw new NotFound();
  await assertUninvolvedInPackage(db, ctx, found);
  const scope = scopeOfPackage(found);
  const items = sql`SELECT kind, item_id, added_at, NULL::timestamptz AS removed_at FROM record_package_scope WHERE package_id = ${packageId}`;
  const [picked, opens, history] = await Promise.all([
    scopeItemsOf(db, items),
    countScope(db, scope),
    custodianHistory({ about: [{ kind: "record_package", ids: [packageId] }], take: 200 }),
  ]);
  const examination = found.examinationId
    ? await db.examination.findUnique({
        where: { id: found.examinationId },
        select: { status: true, closesAt: true, scopeRevision: true },
      })
    : null;
  const isOwn = found.enteredById === ctx.actor.userId;
  const isOver = examination !== null && (examination.status === "ended" || examination.closesAt <= clock.now());
  const isNarrowed = examination !== null && examination.scopeRevision !== found.scopeRevision;
  const isClosed = found.status === "ready" && (await hasRemovedCopy(db, packageId));
  return {
    ...present(found),
    expiresAt: deletedAt(found, examination),
    ...{ isOwn, scope: picked, picked: pickedAs(picked), opens, history, isClosed, isOver, isNarrowed },
  };
}

/** What a custodian's search finds for a package, without what is reserved for another. The ledger names the people it found. */
export async function findForPackage(
  ctx: Ctx<StaffActor>,
  { packageId, text }: { packageId: string; text: string },
): Promise<Pickable[]> {
  await assertNoConflict(db, ctx, { recordPackage: packageId });
  return searchAllowed(ctx, { text, detail: { by: ["record_package"], packageId } });
}

type Latest = Omit<PackageRow, "enteredBy" | "confirmedBy"> & { isCurrent: boolean };

/** The latest package of an examination. `isCurrent`: it has what the examination opens. Throws `Forbidden` (also `conflict_of_interest`). */
export async function latestPackage(
  ctx: Ctx<StaffActor>,
  { id, scopeRevision }: { id: string; scopeRevision: number },
): Promise<Latest | null> {
  await assertNoConflict(db, ctx, { examination: id });
  return findLatest(db, { id, scopeRevision });
}

/** The same for the examiner. Null for one that isn't current. Throws `NotFound` unless the examination is open. */
export async function examinedPackage(ctx: Ctx<ExaminerActor>): Promise<Latest | null> {
  const latest = await findLatest(db, await getOpen(db, ctx));
  return latest?.isCurrent ? latest : null;
}

async function findLatest(
  tx: Pick<Tx, "recordPackage" | "$queryRaw" | "depiction" | "recordPackageRecord">,
  { id: examinationId, scopeRevision }: { id: string; scopeRevision: number },
): Promise<Latest | null> {
  const row = await tx.recordPackage.findFirst({
    where: { examinationId },
    orderBy: { id: "desc" },
    include: { examination: { select: { closesAt: true } } },
  });
  if (!row) return null;
  const { examination, ...found } = row;
  const isSmall = (found.recordCount ?? 0) <= ASKED_ON_PAGES;
  const isCurrent =
    found.scopeRevision === scopeRevision && found.status !== "expired" && !(isSmall && (await isStale(tx, found)));
  return {
    ...present({ ...found, enteredBy: null, confirmedBy: null }),
    expiresAt: deletedAt(found, examination),
    isCurrent,
  };
}
