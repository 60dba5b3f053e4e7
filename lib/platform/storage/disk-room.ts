import { statfs } from "node:fs/promises";

const LEFT_FREE_MOST = 2 ** 30;
const LEFT_FREE_SHARE = 0.05;
const LOOKED_AFTER_BYTES = 16 * 2 ** 20;

/** How much of a disk uploads leave alone: a gigabyte, or a twentieth of a smaller disk. */
export const leftFree = (diskBytes: number): number => Math.min(LEFT_FREE_MOST, diskBytes * LEFT_FREE_SHARE);

/**
 * Watches that enough of a disk stays free while a file of `bytes` is written below `folder`: tell it the length of each
 * chunk before it is written. It fails as a full disk does, with `ENOSPC`. Files from outside are the first to find no room,
 * and not the database, which may be on this disk.
 */
export async function watchRoom({
  folder,
  bytes,
  free = leftFree,
}: {
  folder: string;
  bytes: number;
  free?: ((diskBytes: number) => number) | undefined;
}): Promise<(bytes: number) => Promise<void> | undefined> {
  await assertRoom(folder, { bytes, free });
  let unseen = 0;
  return (more) => {
    unseen += more;
    if (unseen <= LOOKED_AFTER_BYTES) return;
    // Others are writing too: what was there in the beginning need not be there now.
    const looked = assertRoom(folder, { bytes: unseen, free });
    unseen = 0;
    return looked;
  };
}

async function assertRoom(
  folder: string,
  { bytes, free }: { bytes: number; free: (diskBytes: number) => number },
): Promise<void> {
  const { bavail, blocks, bsize } = await statfs(folder);
  if (bavail * bsize - bytes >= free(blocks * bsize)) return;
  throw Object.assign(new Error("no room is left on the disk for files from outside"), { code: "ENOSPC" });
}
