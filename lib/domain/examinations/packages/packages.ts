import { z } from "zod";
import type { Ctx, ExaminerActor, StaffActor, SystemActor } from "@/lib/domain/core/context";
import { custodianHistory, record } from "@/lib/domain/core/ledger";
import { assertNoConflict, hideReserved, type Reserved } from "@/lib/domain/custody/conflicts";
import { assertCustodian } from "@/lib/domain/parties/people";
import { findOpenableCopies } from "@/lib/domain/records/content";
import { writeBag } from "@/lib/platform/bag";
import { clock } from "@/lib/platform/clock";
import { hexOf, sha256Hex } from "@/lib/platform/crypto";
import { db, inTransaction, Prisma, type Tx } from "@/lib/platform/db";
import { DAY_MS, HOUR_MS } from "@/lib/platform/duration";
import { Conflict, InvalidField, NotFound, TooOften } from "@/lib/platform/errors";
import { firstIdAt, isId, newId } from "@/lib/platform/ids";
import { defineTask, enqueue, type Schedule } from "@/lib/platform/jobs";
import { beyondId, type Page, pageOf, readCursor, readingOrder } from "@/lib/platform/keyset";
import { log } from "@/lib/platform/log";
import type { Examination, RecordPackage } from "@/prisma/generated/client";
import { getOpen, lockExamination, lockForChange as lockExaminationForChange, type Named, nameOf } from "../access";
import { assertDelay, CONCERNS, isPickable, searchAllowed } from "../examinations";
import type { PackageInput, ScopeItem } from "../schemas";
import {
  assertUninvolvedIn,
  castsIn,
  countScope,
  entriesIn,
  type Pickable,
  productionsIn,
  recordsIn,
  type Scope,
  scopeItemsOf,
  scopeOfExamination,
} from "../scope";
import { packageFiles } from "./contents";
import { deleteParts, storeParts } from "./package-objects";

const { sql } = Prisma;

const TASK = "make_record_package";
/** How long a package is kept after it was made. It can be made again. */
const KEPT_DAYS = 14;
/** The most records of a package of which a page asks whether it is stale, which takes seconds for many. Downloads ask in any case. */
const ASKED_ON_PAGES = 2_000;
/** How many packages of an examination may be asked for in an hour, also of one whose packages fail. */
const ASKED_AN_HOUR = 6;
const ATTEMPTS = 6;

/** What a package has: what was picked for it, or what its examination opens. */
export const scopeOfPackage = ({
  id,
  examinationId,
  producedFrom: from,
  producedUntil: until,
}: Pick<RecordPackage, "id" | "examinationId" | "producedFrom" | "producedUntil">): Scope =>
  examinationId
    ? scopeOfExamination(examinationId)
    : { items: sql`SELECT kind::text, item_id FROM record_package_scope WHERE package_id = ${id}`, from, until };

/**
 * Checks that a custodian has no conflict of interest about what a package's scope opens, nor about the records that it has, which may
 * have left that scope since. Throws `Forbidden`, also `conflict_of_interest`.
 */
export async function assertUninvolvedInPackage(
  tx: Pick<Tx, "$queryRaw" | "user">,
  ctx: Ctx<StaffActor>,
  row: Parameters<typeof scopeOfPackage>[0],
): Promise<void> {
  const fixed = sql`SELECT kind, record_id AS item_id FROM record_package_records WHERE package_id = ${row.id}`;
  for (const scope of [scopeOfPackage(row), { items: fixed, from: null, until: null }])
    await assertUninvolvedIn(tx, ctx, { recordPackage: row.id, scope });
}

/**
 * Enters a package, whose records are picked next. A repeat with the same `id`, the form's own, changes nothing. Throws `Forbidden`,
 * `InvalidField`.
 */
export function enterPackage(ctx: Ctx<StaffActor>, { id, ...facts }: PackageInput & { id: string }): Promise<void> {
  if (!isId(id)) throw new InvalidField("id", "Open the form again.");
  const { producedFrom, producedUntil } = facts;
  if (producedFrom && producedUntil && producedUntil <= producedFrom) {
    throw new InvalidField("producedUntil", "The last day must not be before the first.");
  }
  const { profile, requester, authority, reason, toldAfter } = facts;
  const enteredAt = clock.now();
  assertDelay(facts, { profile, endsAt: enteredAt });
  return inTransaction(async (tx) => {
    await assertCustodian(tx, ctx);
    const row = { id, ...facts, enteredById: ctx.actor.userId, enteredAt };
    const { count } = await tx.recordPackage.createMany({ data: [row], skipDuplicates: true });
    if (count === 0) return;
    const detail = { profile, requester, authority, toldAfter: toldAfter?.toISOString() ?? null };
    record(tx, { ctx, action: "record_package.entered", subject: { kind: "record_package", id }, reason, detail });
  });
}

/**
 * Adds something to what a package has, or removes it again, before it is made: only the custodian who entered it. Repeats change
 * nothing. Throws `NotFound`, also for an unknown item, `Forbidden` (also `conflict_of_interest`), `Conflict` `package_asked`,
 * `not_yours`.
 */
export function changePackageScope(
  ctx: Ctx<StaffActor>,
  { packageId, kind, itemId, isIn }: ScopeItem & { packageId: string; isIn: boolean },
): Promise<void> {
  return inTransaction(async (tx) => {
    const row = await lockForChange(tx, ctx, packageId);
    if (row.status !== "entered" || row.examinationId)
      throw new Conflict("package_asked", "Its records are already chosen.");
    if (row.enteredById !== ctx.actor.userId)
      throw new Conflict(
        "not_yours",
        "Only the custodian who entered it chooses its records. Another one confirms it.",
      );
    if (!(await isPickable(tx, { kind, itemId }))) throw new NotFound();
    const concern = CONCERNS[kind];
    if (concern) await assertNoConflict(tx, ctx, { [concern]: itemId });
    const item = { packageId, kind, itemId };
    const { count } = isIn
      ? await tx.recordPackageScope.createMany({ data: [{ ...item, addedAt: clock.now() }], skipDuplicates: true })
      : await tx.recordPackageScope.deleteMany({ where: item });
    if (count === 0) return;
    await assertUninvolvedIn(tx, ctx, { recordPackage: packageId, scope: scopeOfPackage(row) });
    const subject = { kind: "record_package", id: packageId } as const;
    record(tx, { ctx, action: "record_package.scope_changed", subject, detail: { item: `${kind} ${itemId}`, isIn } });
  });
}

async function lockForChange(tx: Tx, ctx: Ctx<StaffActor>, packageId: string): Promise<RecordPackage> {
  await assertCustodian(tx, ctx);
  const row = isId(packageId) ? await lockPackage(tx, packageId) : null;
  if (!row) throw new NotFound();
  await assertUninvolvedInPackage(tx, ctx, row);
  return row;
}

async function lockPackage(tx: Tx, id: string): Promise<RecordPackage | null> {
  await tx.$queryRaw`SELECT 1 AS locked FROM record_packages WHERE id = ${id} FOR UPDATE`;
  return tx.recordPackage.findUnique({ where: { id } });
}

/** What was picked for a package, as one word: what is confirmed is what was read. */
const pickedAs = (items: readonly { kind: string; itemId: string }[]): string =>
  sha256Hex(
    items
      .map(({ kind, itemId }) => `${kind} ${itemId}\n`)
      .toSorted()
      .join(""),
  );

/**
 * Confirms a package as its scope was read (`picked`), and starts making it. Never by the custodian who entered it. Throws `NotFound`,
 * `Forbidden` (also `conflict_of_interest`), `Conflict` `package_asked`, `same_custodian`, `scope_changed`, `nothing_in_scope`.
 */
export function confirmPackage(
  ctx: Ctx<StaffActor>,
  { packageId, picked }: { packageId: string; picked: string },
): Promise<void> {
  return inTransaction(async (tx) => {
    const row = await lockForChange(tx, ctx, packageId);
    if (row.examinationId || row.confirmedAt) throw new Conflict("package_asked", "It is already confirmed.");
    if (row.enteredById === ctx.actor.userId)
      throw new Conflict("same_custodian", "You entered it, so another custodian must confirm it.");
    const items = await tx.recordPackageScope.findMany({ where: { packageId }, select: { kind: true, itemId: true } });
    if (items.length === 0) throw new Conflict("nothing_in_scope", "Its scope is empty. Add records first.");
    if (pickedAs(items) !== picked)
      throw new Conflict("scope_changed", "Its scope changed since you opened this page. Read it again.");
    await start(tx, ctx, row.id, { confirmedById: ctx.actor.userId, confirmedAt: clock.now() });
    record(tx, { ctx, action: "record_package.confirmed", subject: { kind: "record_package", id: row.id } });
  });
}

/**
 * Starts making a package again after it failed. Throws `NotFound`, `Forbidden` (also `conflict_of_interest`), `Conflict`
 * `package_asked`, `not_confirmed`.
 */
export function remakePackage(ctx: Ctx<StaffActor>, packageId: string): Promise<void> {
  return inTransaction(async (tx) => {
    const row = await lockForChange(tx, ctx, packageId);
    if (row.status !== "failed") throw new Conflict("package_asked", "It is already being made.");
    if (!row.examinationId && !row.confirmedAt)
      throw new Conflict("not_confirmed", "Another custodian must confirm it first.");
    await start(tx, ctx, row.id);
  });
}

type Confirmed = Pick<RecordPackage, "confirmedById" | "confirmedAt">;

async function start(tx: Tx, ctx: Ctx<StaffActor | ExaminerActor>, id: string, confirmed?: Confirmed): Promise<void> {
  const data = { status: "making", askedAt: clock.now(), failure: null, ...confirmed } as const;
  const { count } = await tx.recordPackage.updateMany({ where: { id, status: { in: ["entered", "failed"] } }, data });
  if (count === 0) throw new Conflict("package_asked", "It is already being made.");
  record(tx, { ctx, action: "record_package.started", subject: { kind: "record_package", id } });
  await enqueue(tx, TASK, { packageId: id }, { jobKey: `${TASK} ${id}`, maxAttempts: ATTEMPTS });
}

/**
 * Asks for the package of what a confirmed examination opens. Returns one that is being made, or is ready for the same scope, instead of
 * another. Throws `NotFound`, `Forbidden` (also `conflict_of_interest`), `Conflict` `not_confirmed`, `TooOften`.
 */
export function packExamination(ctx: Ctx<StaffActor>, examinationId: string): Promise<{ packageId: string }> {
  return inTransaction(async (tx) => {
    const examination = await lockExaminationForChange(tx, ctx, examinationId);
    if (examination.status !== "confirmed")
      throw new Conflict("not_confirmed", "Only a confirmed examination has a package.");
    return pack(tx, ctx, examination);
  });
}

/** The same for the examiner, while the examination is open. Throws `NotFound`, `TooOften`. */
export const askForPackage = (ctx: Ctx<ExaminerActor>): Promise<{ packageId: string }> =>
  inTransaction(async (tx) => {
    const examination = await lockExamination(tx, ctx.actor.examinationId);
    if (!examination) throw new NotFound();
    return pack(tx, ctx, await getOpen(tx, ctx));
  });

async function pack(
  tx: Tx,
  ctx: Ctx<StaffActor | ExaminerActor>,
  { id, profile, agency, examiner, authority, scopeRevision, producedFrom, producedUntil }: Examination,
): Promise<{ packageId: string }> {
  // A regulator sees figures only.
  if (profile === "regulator") throw new NotFound();
  const same = {
    examinationId: id,
    scopeRevision,
    status: { in: ["making", "ready"] },
  } satisfies Prisma.RecordPackageWhereInput;
  const found = await tx.recordPackage.findFirst({ where: same, orderBy: { id: "desc" } });
  if (found && (found.status === "making" || !(await isStale(tx, found)))) return { packageId: found.id };
  const since = firstIdAt(new Date(clock.now().getTime() - HOUR_MS));
  if ((await tx.recordPackage.count({ where: { examinationId: id, id: { gt: since } } })) >= ASKED_AN_HOUR)
    throw new TooOften("Many packages were asked for. Try again in an hour.");
  const packageId = newId();
  await tx.recordPackage.create({
    data: {
      ...{ id: packageId, examinationId: id, profile, scopeRevision, producedFrom, producedUntil, authority },
      ...{ requester: `${examiner}, ${agency}`, reason: "Examination", enteredAt: clock.now() },
      enteredById: ctx.actor.kind === "staff" ? ctx.actor.userId : null,
    },
  });
  const subject = { kind: "record_package", id: packageId } as const;
  record(tx, { ctx, action: "record_package.entered", subject, detail: { profile, examinationId: id, scopeRevision } });
  await start(tx, ctx, packageId);
  return { packageId };
}

type Reading = Pick<Tx, "$queryRaw" | "depiction" | "recordPackageRecord">;

/** Whether a package has the copy of a record that was removed since it was made. Nobody downloads it any more. */
export async function hasRemovedCopy(tx: Reading, packageId: string): Promise<boolean> {
  const found = await tx.recordPackageRecord.findMany({
    where: { packageId, hasCopy: true },
    select: { recordId: true },
  });
  const ids = found.map(({ recordId }) => recordId);
  return ids.length > 0 && (await findOpenableCopies(tx, { ids, as: "examiner" })).size < ids.length;
}

/**
 * Whether a package has such a copy, or, of an examination, a record or a person in one that left what it opens, as a scene does that is
 * taken out of its production.
 */
export async function isStale(
  tx: Reading,
  row: Pick<RecordPackage, "id" | "examinationId" | "producedFrom" | "producedUntil">,
): Promise<boolean> {
  if (await hasRemovedCopy(tx, row.id)) return true;
  if (!row.examinationId) return false;
  const scope = scopeOfPackage(row);
  // A set difference, which stays linear however few rows are expected of a scope. Only a production may have no people.
  const left = await tx.$queryRaw<unknown[]>`
    SELECT FROM (
      (SELECT r.kind, r.record_id AS id, p.user_id FROM record_package_records r LEFT JOIN LATERAL unnest(r.user_ids) p (user_id) ON true
        WHERE r.package_id = ${row.id})
      EXCEPT (SELECT kind, id, user_id FROM ${entriesIn(scope)} e
        UNION ALL SELECT 'production', id, user_id FROM ${castsIn(scope)} c
        UNION ALL SELECT 'production', id, NULL FROM ${productionsIn(scope)} p)) left_scope LIMIT 1`;
  return left.length > 0;
}

// ─── Making ────────────────────────────────────────────────────────────────────────────────────────────────────────

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
  { long: true },
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

/** Deletes the archives of packages that are over: two weeks after they were made, or once their examination has ended. */
export const expireRecordPackagesTask = defineTask("expire_record_packages", z.object({}), async (_, { requestId }) => {
  const ctx: Ctx<SystemActor> = { actor: { kind: "system", name: "expire_record_packages" }, requestId };
  const found = await db.recordPackage.findMany({
    where: { status: "ready", OR: [{ expiresAt: { lte: clock.now() } }, { examination: { status: "ended" } }] },
    select: { id: true, storagePrefix: true },
  });
  for (const one of found) await expire(ctx, one);
});

const expire = (
  ctx: Ctx<SystemActor>,
  { id, storagePrefix }: Pick<RecordPackage, "id" | "storagePrefix">,
): Promise<void> =>
  inTransaction(async (tx) => {
    const { count } = await tx.recordPackage.updateMany({
      where: { id, status: "ready" },
      data: { status: "expired" },
    });
    if (count === 0 || !storagePrefix) return;
    await tx.recordPackageRecord.deleteMany({ where: { packageId: id } });
    await deleteParts(tx, storagePrefix);
    record(tx, { ctx, action: "record_package.expired", subject: { kind: "record_package", id } });
  });

/** Deletes the archive of a package that was just found to be stale, so that its page offers to make another. */
export const expireStale = (requestId: string, row: Pick<RecordPackage, "id" | "storagePrefix">): Promise<void> =>
  expire({ actor: { kind: "system", name: "stale_record_package" }, requestId }, row);

/** Every five minutes, because an examination can end at any time. */
export const expireRecordPackages: Schedule = { task: expireRecordPackagesTask, cron: "*/5 * * * *" };

// ─── The desk ──────────────────────────────────────────────────────────────────────────────────────────────────────

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
