import { z } from "zod";
import type { Ctx, SystemActor } from "@/lib/domain/core/context";
import { record } from "@/lib/domain/core/ledger";
import { clock } from "@/lib/platform/clock";
import { db, inTransaction } from "@/lib/platform/db";
import { defineTask, type Schedule } from "@/lib/platform/jobs";
import type { RecordPackage } from "@/prisma/generated/client";
import { deleteParts } from "./package-objects";

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
