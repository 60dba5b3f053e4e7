import { mkdir, open, readdir, rm, stat, statfs } from "node:fs/promises";
import { dirname, join } from "node:path";
import { DAY_MS } from "@/lib/platform/duration";

const FOLDER_MODE = 0o700;
const ABANDONED_AFTER_MS = DAY_MS;

const RESERVED_MAX = 2 ** 30;
const RESERVED_SHARE = 0.05;
const CHECK_EVERY_BYTES = 16 * 2 ** 20;

/** How much of a disk uploads leave free: 1 GiB, or 5% of a smaller disk. */
const leftFree = (diskBytes: number): number => Math.min(RESERVED_MAX, diskBytes * RESERVED_SHARE);

/**
 * Keeps enough of a disk free while a file of `bytes` is written below `folder`. Call the result with the length of
 * each chunk before writing it. Fails like a full disk, with `ENOSPC`. So uploads run out of space before a database on
 * the same disk does.
 */
export async function watchFreeSpace({
  folder,
  bytes,
  free = leftFree,
}: {
  folder: string;
  bytes: number;
  free?: ((diskBytes: number) => number) | undefined;
}): Promise<(bytes: number) => Promise<void> | undefined> {
  await assertFreeSpace(folder, { bytes, free });
  let unchecked = 0;
  return (more) => {
    unchecked += more;
    if (unchecked <= CHECK_EVERY_BYTES) return;
    // Others write to the disk too.
    const checked = assertFreeSpace(folder, { bytes: unchecked, free });
    unchecked = 0;
    return checked;
  };
}

async function assertFreeSpace(
  folder: string,
  { bytes, free }: { bytes: number; free: (diskBytes: number) => number },
): Promise<void> {
  const { bavail, blocks, bsize } = await statfs(folder);
  if (bavail * bsize - bytes >= free(blocks * bsize)) return;
  throw Object.assign(new Error("no space is left on the disk for uploads"), { code: "ENOSPC" });
}

/** The path of every file below a folder. */
export async function* filesBelow(folder: string): AsyncGenerator<string> {
  for (const entry of (await readdir(folder, { withFileTypes: true }).catch(orNull)) ?? []) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* filesBelow(path);
    else yield path;
  }
}

/** Makes a folder and those above it, and flushes them to the disk. */
export async function makeFolder(path: string): Promise<void> {
  const firstMade = await mkdir(path, { recursive: true, mode: FOLDER_MODE });
  if (!firstMade) return;
  // A new folder is only safe once the folder that lists it is on the disk.
  for (let at = path; at.length >= firstMade.length; at = dirname(at)) await flushFolder(dirname(at));
}

/** Flushes a folder to the disk, so that changes of its files survive a power cut. */
export async function flushFolder(path: string): Promise<void> {
  const folder = await open(path, "r");
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

/** Deletes partial files of killed processes. */
export async function removeAbandoned(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const path = join(folder, name);
    const found = await stat(path).catch(orNull);
    if (found && Date.now() - found.mtimeMs > ABANDONED_AFTER_MS) await rm(path, { force: true });
  }
}

/** For `catch`: null for a missing file. Throws every other error. */
export function orNull(error: NodeJS.ErrnoException): null {
  if (error.code === "ENOENT" || error.code === "ENOTDIR") return null;
  throw error;
}
