import { statfs } from "node:fs/promises";

const LEFT_FREE_MOST = 2 ** 30;
const LEFT_FREE_SHARE = 0.05;
const LOOKED_AFTER_BYTES = 16 * 2 ** 20;

/** How much of a disk uploads leave alone: a gigabyte, or a twentieth of a smaller disk. */
export const leftFree = (diskBytes: number): number => Math.min(LEFT_FREE_MOST, diskBytes * LEFT_FREE_SHARE);

/**
 * Hands on what is to be written below a folder for as long as enough of its disk stays free, and otherwise fails as a full
 * disk does, with `ENOSPC`. Files from outside are the first to find no room, and not the database, which may be on this disk.
 */
export async function* whileThereIsRoom(
  body: AsyncIterable<Buffer>,
  {
    folder,
    bytes,
    free = leftFree,
  }: { folder: string; bytes: number; free?: ((diskBytes: number) => number) | undefined },
): AsyncGenerator<Buffer> {
  await assertRoom(folder, { bytes, free });
  let unseen = 0;
  for await (const chunk of body) {
    unseen += chunk.length;
    // Others are writing too: what was there in the beginning need not be there now.
    if (unseen > LOOKED_AFTER_BYTES) {
      await assertRoom(folder, { bytes: unseen, free });
      unseen = 0;
    }
    yield chunk;
  }
}

async function assertRoom(
  folder: string,
  { bytes, free }: { bytes: number; free: (diskBytes: number) => number },
): Promise<void> {
  const { bavail, blocks, bsize } = await statfs(folder);
  if (bavail * bsize - bytes >= free(blocks * bsize)) return;
  throw Object.assign(new Error("no room is left on the disk for files from outside"), { code: "ENOSPC" });
}
