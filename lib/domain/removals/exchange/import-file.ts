import type { Ctx, StaffActor } from "@/lib/domain/core/context";
import { assertCustodian } from "@/lib/domain/parties/people";
import { clock } from "@/lib/platform/clock";
import { db, inTransaction } from "@/lib/platform/db";
import { Conflict } from "@/lib/platform/errors";
import { newId } from "@/lib/platform/ids";
import { oneLine } from "@/lib/platform/wire";
import { readHashFile } from "./formats";
import { keepListings } from "./keep-listings";
import { lockSource, recordOnSource } from "./sources";

/** The longest name of a file that is kept. */
const NAME_MOST = 200;

/** A file's name as it is shown: without its folder, and nothing in it that can hide or turn what is beside it. Null without one. */
const shownName = (name: string): string | null =>
  [...oneLine((name.split(/[\\/]/).at(-1) ?? "").replace(/[\p{Cc}\p{Cf}\p{Cs}]/gu, " "))]
    .slice(0, NAME_MOST)
    .join("")
    .trim() || null;

/**
 * Imports a file of hashes, or nothing of one with problems, which the import keeps for its page. A repeat changes no hash. Throws
 * `Forbidden`, `NotFound`, `Conflict` `source_ended`, `source_sends_only`.
 */
export async function importFile(
  ctx: Ctx<StaffActor>,
  { sourceId, file, fileName = "" }: { sourceId: string; file: AsyncIterable<Buffer>; fileName?: string },
): Promise<{ importId: string }> {
  await assertCustodian(db, ctx);
  const { listings, problems, sha256: fileSha256, ...counts } = await readHashFile(file);
  const id = newId();
  return inTransaction(async (tx) => {
    const source = await lockSource(tx, ctx, sourceId);
    if (source.direction === "out") throw new Conflict("source_sends_only", "We get no hashes from this source.");
    const kept = await keepListings(tx, source, listings);
    const by = { importedById: ctx.actor.userId, importedAt: clock.now() };
    await tx.hashImport.create({
      data: { id, sourceId, ...by, fileName: shownName(fileName), fileSha256, ...counts, ...kept, problems },
    });
    recordOnSource(tx, ctx, sourceId, "hash_source.imported", {
      ...{ importId: id, fileSha256: fileSha256.toString("hex"), ...counts, ...kept },
    });
    return { importId: id };
  });
}
