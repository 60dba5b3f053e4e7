import { actorId, type Ctx, type PortalUserActor } from "@/lib/domain/context";
import { lockPartner } from "@/lib/domain/locks";
import { assertMay } from "@/lib/domain/people";
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
 * Begins to import a file that is in the storage already, as a job. A dry run looks at every row and writes nothing. Throws
 * `NotFound`, `Forbidden`, `InvalidField` when there is no such file, `Conflict` when five are under way or this one was begun.
 */
export async function startImport(
  ctx: Importer,
  { partnerId, importId, fileName, dryRun }: { partnerId: string; importId: string; fileName: string; dryRun: boolean },
): Promise<void> {
  if (!isId(importId)) throw new NotFound();
  const format = formatOf(fileName);
  const found = await storage().describe(arrivalKey({ partnerId, id: importId }));
  if (!found) throw new InvalidField("file", "The file did not arrive. Upload it again");
  const begun = inTransaction(async (tx) => {
    await assertMayBegin(tx, ctx, partnerId);
    await tx.contentImport.create({
      data: {
        id: importId,
        partnerId,
        dryRun,
        format,
        // The end says what it is; anything that a name may hold and a table may not becomes a mark.
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
  await begun.catch((error: unknown) => {
    throw violates(error, "content_imports_pkey") ? new Conflict("BEGUN", "This import was begun before") : error;
  });
}

async function assertMayBegin(tx: Tx, ctx: Importer, partnerId: string): Promise<void> {
  if (!(await lockPartner(tx, partnerId))) throw new NotFound();
  await assertMay(tx, ctx, { partnerId, to: "manage_records" });
  const underway = await tx.contentImport.count({ where: { partnerId, status: { in: ["waiting", "running"] } } });
  if (underway < UNDERWAY_MOST) return;
  throw new Conflict("TOO_MANY_IMPORTS", `${UNDERWAY_MOST} imports are under way. Wait until one of them is over`);
}

/**
 * Imports the file of a dry run that is over, from its first row on. Throws `NotFound`, `Forbidden`, and `Conflict` when it
 * was no dry run, is not over, failed, was discarded, or its file is not kept any more.
 */
export async function importChecked(ctx: Ctx<PortalUserActor>, { importId }: { importId: string }): Promise<void> {
  const { partnerId } = ctx.actor;
  if (!isId(importId)) throw new NotFound();
  const isKept = await storage().exists(importKey({ partnerId, id: importId }));
  await inTransaction(async (tx) => {
    await assertMayBegin(tx, ctx, partnerId);
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
        // Read through anew: who imports it stands in the ledger, with the hash of what was imported. Until then the hash
        // of what was checked goes on to be shown.
        fileRows: null,
        startedAt: null,
        finishedAt: null,
      },
    });
    if (count === 0) throw notChecked();
    if (!isKept) throw new Conflict("FILE_GONE", "The file is not kept any more. Upload it again");
    await queueImport(tx, { id: importId, partnerId });
  });
}

/** An import that was checked and waits for somebody to import or to discard it. */
export const CHECKED = { dryRun: true, status: "done", discardedAt: null } as const;

/** What is told where one that was named is none of these. */
export const notChecked = () =>
  new Conflict("NOT_CHECKED", "This file was imported or discarded already, or its check is not over");
