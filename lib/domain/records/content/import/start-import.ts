import { actorId, type Ctx, type PortalUserActor } from "@/lib/domain/core/context";
import { lockPartner } from "@/lib/domain/parties/locks";
import { assertMay } from "@/lib/domain/parties/people";
import { clock } from "@/lib/platform/clock";
import { inTransaction, type Tx, violates } from "@/lib/platform/db";
import { Conflict, InvalidField, NotFound } from "@/lib/platform/errors";
import { isId } from "@/lib/platform/ids";
import { storage } from "@/lib/platform/storage/storage";
import { arrivalKey, formatOf, type Importer, importKey } from "./import-files";
import { queueImport } from "./run-import";

const UNDERWAY_MOST = 5;
const NAME_MOST = 255;

/**
 * Starts the import of an uploaded file, as a job. A dry run checks every row and writes nothing. Throws `NotFound`,
 * `Forbidden`, `InvalidField` without such a file, `Conflict` if five are running or this one was already started.
 */
export async function startImport(
  ctx: Importer,
  { partnerId, importId, fileName, dryRun }: { partnerId: string; importId: string; fileName: string; dryRun: boolean },
): Promise<void> {
  if (!isId(importId)) throw new NotFound();
  const format = formatOf(fileName);
  const found = await storage().describe(arrivalKey({ partnerId, id: importId }));
  if (!found) throw new InvalidField("file", "The upload is missing. Upload the file again");
  const creation = inTransaction(async (tx) => {
    await assertMayStart(tx, ctx, partnerId);
    await tx.contentImport.create({
      data: {
        id: importId,
        partnerId,
        dryRun,
        format,
        // Keep the end, which has the extension. Replace characters the database can't store.
        fileName: fileName.replace(/[\p{Cc}\p{Cs}]/gu, "\uFFFD").slice(-NAME_MOST),
        fileBytes: found.bytes,
        actorKind: ctx.actor.kind,
        actorId: actorId(ctx.actor),
        requestId: ctx.requestId,
        createdAt: clock.now(),
      },
    });
    await queueImport(tx, { id: importId, partnerId });
  });
  await creation.catch((error: unknown) => {
    throw violates(error, "content_imports_pkey") ? new Conflict("BEGUN", "This import was already started") : error;
  });
}

async function assertMayStart(tx: Tx, ctx: Importer, partnerId: string): Promise<void> {
  if (!(await lockPartner(tx, partnerId))) throw new NotFound();
  await assertMay(tx, ctx, { partnerId, to: "manage_records" });
  const underway = await tx.contentImport.count({ where: { partnerId, status: { in: ["waiting", "running"] } } });
  if (underway < UNDERWAY_MOST) return;
  throw new Conflict("TOO_MANY_IMPORTS", `${UNDERWAY_MOST} imports are running. Wait for one to finish`);
}

/**
 * Imports the file of a finished dry run. Throws `NotFound`, `Forbidden`, `Conflict` if it isn't a successful dry run,
 * was discarded, or its file was deleted.
 */
export async function importChecked(ctx: Ctx<PortalUserActor>, { importId }: { importId: string }): Promise<void> {
  const { partnerId } = ctx.actor;
  if (!isId(importId)) throw new NotFound();
  const isKept = await storage().exists(importKey({ partnerId, id: importId }));
  await inTransaction(async (tx) => {
    await assertMayStart(tx, ctx, partnerId);
    if ((await tx.contentImport.count({ where: { id: importId, partnerId } })) === 0) throw new NotFound();
    const counts = { reachedLine: 0, logged: 0, unchanged: 0, differing: 0, takenDown: 0, repeated: 0, refused: 0 };
    const who = { actorKind: ctx.actor.kind, actorId: actorId(ctx.actor), requestId: ctx.requestId };
    const { count } = await tx.contentImport.updateMany({
      where: { id: importId, partnerId, ...CHECKED },
      data: {
        ...counts,
        ...who,
        dryRun: false,
        status: "waiting",
        // Read again, so the ledger gets the importer and the hash of the imported file. Until then the page shows the
        // hash of the check.
        fileRows: null,
        startedAt: null,
        finishedAt: null,
      },
    });
    if (count === 0) throw notChecked();
    if (!isKept) throw new Conflict("FILE_GONE", "The file was deleted. Upload it again");
    await queueImport(tx, { id: importId, partnerId });
  });
}

/** A finished check that waits for its import or discard. */
export const CHECKED = { dryRun: true, status: "done", discardedAt: null } as const;

/** The error for an import that isn't a finished check. */
export const notChecked = () =>
  new Conflict("NOT_CHECKED", "This file was already imported or discarded, or its check isn’t finished");
