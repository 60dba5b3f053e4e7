import { randomBytes } from "node:crypto";
import { type FileHandle, link, open, rename, rm, stat } from "node:fs/promises";
import { dirname, join, relative } from "node:path";
import { Readable } from "node:stream";
import { freeMemory } from "../streams";
import { filesBelow, flushFolder, makeFolder, orNull, removeAbandoned, watchFreeSpace } from "./disk-folders";
import { writePieces } from "./file-pieces";
import { assertKey, declaredLength, ObjectMissing, type ObjectStorage, writeGrant } from "./object-storage";
import { fileSealer, objectBytes, openSealed, type StorageKeys, storageKeys } from "./sealed-file";

const FILE_MODE = 0o600;

/**
 * Objects as files below `root` that only this user can read. A file is written aside, flushed to the disk and then
 * renamed into place, so after a power cut an object is either whole or absent. Each object is sealed in chunks under
 * its own key. Our own server takes uploads at `uploadsAt`. Streams, which may be large, leave `leaveFree` bytes of the
 * disk free.
 */
export function diskStorage(
  root: string,
  {
    uploadsAt,
    leaveFree,
    keys = storageKeys,
  }: { uploadsAt: string; leaveFree?: (diskBytes: number) => number; keys?: StorageKeys },
): ObjectStorage {
  // Key names never start with a dot, so nothing in here looks like an object.
  const aside = join(root, ".incoming");

  function pathOf(key: string): string {
    assertKey(key);
    return join(root, key);
  }

  async function reading(key: string): Promise<FileHandle> {
    const file = await open(pathOf(key), "r").catch(orNull);
    if (!file) throw new ObjectMissing(key);
    return file;
  }

  const put: ObjectStorage["put"] = async (key, body, { bytes, release }) => {
    const path = pathOf(key);
    const length = declaredLength(body, bytes);
    const temporary = join(aside, randomBytes(16).toString("hex"));
    const stream = Buffer.isBuffer(body) ? Readable.from([body]) : body;
    try {
      await makeFolder(aside);
      const sealer = fileSealer(await keys.current());
      const file = await open(temporary, "wx", FILE_MODE);
      try {
        const look =
          stream === body ? await watchFreeSpace({ folder: aside, bytes: length, free: leaveFree }) : undefined;
        await writePieces(file, stream, { bytes: length, look, release, sealer });
      } finally {
        await file.close();
      }
      await makeFolder(dirname(path));
      await rename(temporary, path);
      await flushFolder(dirname(path));
    } catch (error) {
      stream.destroy();
      await rm(temporary, { force: true });
      throw error;
    }
  };

  return {
    put,

    async get(key, part) {
      const file = await reading(key);
      try {
        const sealed = await openSealed(file, keys);
        const stream = Readable.from(sealed.pieces(part), { objectMode: false });
        // Even if the stream is never read.
        return stream.once("close", () => void file.close());
      } catch (error) {
        await file.close();
        throw error;
      }
    },

    async scan(key, see) {
      const file = await reading(key);
      try {
        const sealed = await openSealed(file, keys);
        for await (const piece of sealed.pieces()) {
          const goesOn = see(piece);
          freeMemory(piece);
          if (!goesOn) return;
        }
      } finally {
        await file.close();
      }
    },

    async delete(key) {
      const path = pathOf(key);
      await rm(path, { force: true });
      await flushFolder(dirname(path)).catch(orNull);
    },

    async exists(key) {
      return (await stat(pathOf(key)).catch(orNull))?.isFile() ?? false;
    },

    async describe(key) {
      const file = await open(pathOf(key), "r").catch(orNull);
      try {
        return file && (await file.stat()).isFile() ? { bytes: await objectBytes(file), contentType: null } : null;
      } finally {
        await file?.close();
      }
    },

    async uploadUrl(grant) {
      assertKey(grant.key);
      return `${uploadsAt}/${writeGrant(grant)}`;
    },

    // A second name for the same file. A later upload replaces only the first name.
    async snapshot(from, to) {
      const path = pathOf(to);
      await makeFolder(dirname(path));
      const linked = await link(pathOf(from), path).then(() => true, orNull);
      if (!linked) throw new ObjectMissing(from);
      await flushFolder(dirname(path));
    },

    // Anyone who can write to this disk can delete from it, so there is no retention to set.
    async retain() {},

    async *listOlder(prefix, than) {
      assertKey(prefix);
      for await (const path of filesBelow(join(root, prefix))) {
        const found = await stat(path).catch(orNull);
        if (found && found.mtimeMs < than.getTime()) yield relative(root, path);
      }
    },

    async check() {
      await makeFolder(aside);
      const probe = join(aside, randomBytes(16).toString("hex"));
      const file = await open(probe, "wx", FILE_MODE);
      try {
        await file.write("check");
      } finally {
        await file.close();
        await rm(probe, { force: true });
      }
      await removeAbandoned(aside);
    },
  };
}
