import { randomBytes } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { readdir, rename, rm, stat, utimes } from "node:fs/promises";
import { dirname, join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGunzip, createGzip } from "node:zlib";
import { plainBytesOf } from "@/lib/platform/crypto-chunks";
import { DAY_MS } from "@/lib/platform/duration";
import { openStream, sealUnmeasured } from "@/lib/platform/sealed-stream";
import { filesBelow, flushFolder, makeFolder, orNull, removeAbandoned } from "@/lib/platform/storage/disk-folders";
import { CommandFailed } from "../report";

/**
 * A folder of backups and the key that seals every file in it. Each backup is a folder named by its start; its manifest is written
 * last and makes it complete. All share the stored objects.
 */
export type BackupFolder = { path: string; key: Uint8Array };

type Source = AsyncIterable<Uint8Array>;

const NAME = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)(\d{3})Z$/;
const MANIFEST = "manifest";
const KEY = "key";
const OBJECTS = "objects";
const INCOMING = ".incoming";

/** The name of a backup that starts now. */
export const nameOf = (start: Date): string => start.toISOString().replace(/[-:.]/g, "");
const startOf = (name: string): number => Date.parse(name.replace(NAME, "$1-$2-$3T$4:$5:$6.$7Z"));

export const manifestFile = (backup: string): string => join(backup, MANIFEST);
export const objectFile = (key: string): string => join(OBJECTS, key);

/** Prepares a folder for a backup. Throws `CommandFailed` if it has files under another key. */
export async function prepareFolder(folder: BackupFolder): Promise<void> {
  await makeFolder(join(folder.path, INCOMING));
  await removeAbandoned(join(folder.path, INCOMING));
  if (await hasFile(folder, KEY)) return checkKey(folder);
  await writeSealed(folder, KEY, []);
}

/** The complete backups of a folder, oldest first. Throws `CommandFailed` if there is none, or it is under another key. */
export async function findBackups(folder: BackupFolder): Promise<string[]> {
  const complete: string[] = [];
  for (const name of ((await readdir(folder.path).catch(orNull)) ?? []).sort()) {
    if (NAME.test(name) && (await hasFile(folder, manifestFile(name)))) complete.push(name);
  }
  if (complete.length === 0) throw new CommandFailed(`There is no complete backup in ${folder.path}.`);
  await checkKey(folder);
  return complete;
}

async function checkKey(folder: BackupFolder): Promise<void> {
  await drain(readSealed(folder, KEY)).catch(() => {
    throw new CommandFailed(`The files of ${folder.path} are sealed under another key.`);
  });
}

/** Whether a file is there. */
export const hasFile = async ({ path }: BackupFolder, name: string): Promise<boolean> =>
  (await stat(join(path, name)).catch(orNull)) !== null;

/** Marks an object that is there already as one of the running backup. */
export async function markObject({ path }: BackupFolder, key: string): Promise<void> {
  const now = new Date();
  await utimes(join(path, objectFile(key)), now, now);
}

/** Seals a stream into a file, whole or not at all. The file is bound to its name. */
export async function writeSealed(
  { path, key }: BackupFolder,
  name: string,
  plain: Source | Iterable<Buffer>,
): Promise<void> {
  const temporary = join(path, INCOMING, randomBytes(16).toString("hex"));
  const file = join(path, name);
  try {
    await pipeline(
      Readable.from(plain, { objectMode: false }),
      (source: Source) => sealUnmeasured(source, { key, aad: ["backup", name] }),
      createWriteStream(temporary, { flags: "wx", mode: 0o600, flush: true }),
    );
    await makeFolder(dirname(file));
    await rename(temporary, file);
    await flushFolder(dirname(file));
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}

/** Opens a file of the backup as it is read. Throws `CommandFailed` if it was changed, cut off or moved, or isn't there. */
export async function* readSealed({ path, key }: BackupFolder, name: string): AsyncGenerator<Buffer> {
  const file = join(path, name);
  try {
    const bytes = plainBytesOf((await stat(file)).size);
    yield* openStream(createReadStream(file, { highWaterMark: 2 ** 19 }), { key, aad: ["backup", name], bytes });
  } catch (error) {
    throw new CommandFailed(`${file} can't be opened: ${error instanceof Error ? error.message : error}`);
  }
}

/** A stream, compressed. */
export async function* zipped(source: Source): AsyncGenerator<Buffer> {
  yield* through(source, createGzip({ level: 1 }));
}

/** The inverse of `zipped`. */
export async function* unzipped(source: Source): AsyncGenerator<Buffer> {
  yield* through(source, createGunzip());
}

async function* through(source: Source, transform: NodeJS.ReadWriteStream): AsyncGenerator<Buffer> {
  const feeding = pipeline(source, transform);
  // Reported by the transform, which it destroys, and awaited later.
  feeding.catch(() => undefined);
  for await (const chunk of transform) yield Buffer.from(chunk);
  await feeding;
}

/** Reads a stream to its end. */
export async function drain(source: Source): Promise<void> {
  for await (const _ of source);
}

/**
 * Deletes all backups but the newest `keep`, those that were cut off a day ago, and the objects that no remaining one names: each
 * backup marks all of its own. Returns the names of the deleted backups.
 */
export async function deleteOldBackups(folder: BackupFolder, keep: number): Promise<string[]> {
  const complete = await findBackups(folder);
  const kept = complete.slice(-keep);
  const deleted: string[] = [];
  for (const name of await readdir(folder.path)) {
    const isCutOff = !complete.includes(name) && startOf(name) < Date.now() - DAY_MS;
    if (!NAME.test(name) || kept.includes(name) || !(complete.includes(name) || isCutOff)) continue;
    // Without its manifest it is no backup anymore, even if this is cut off.
    await rm(join(folder.path, manifestFile(name)), { force: true });
    await rm(join(folder.path, name), { recursive: true });
    deleted.push(name);
  }
  const oldest = startOf(kept[0] ?? "");
  for await (const file of filesBelow(join(folder.path, OBJECTS))) {
    const found = await stat(file).catch(orNull);
    if (found && found.mtimeMs < oldest) await rm(file);
  }
  return deleted;
}
