import { crc32 } from "node:zlib";

/** A file of a ZIP. `path` is plain ASCII, so that every system can unpack it. `read` is called when its turn comes. */
export type ZipFile = { path: string; read: () => AsyncIterable<Uint8Array> | Iterable<Uint8Array> };

const [LOCAL, ENTRY, DESCRIPTOR] = [0x04034b50, 0x02014b50, 0x08074b50];
const [END, END64, LOCATOR64] = [0x06054b50, 0x06064b50, 0x07064b50];
/** What a field says if its value is in a ZIP64 one instead. */
const [BEYOND16, BEYOND32] = [0xffff, 0xffffffff];
/** Of PKWARE's APPNOTE: 4.5 for ZIP64, and made on Unix, so that the mode counts. */
const VERSION = 45;
const MADE_BY = (3 << 8) | VERSION;
const MODE = (0o100644 << 16) >>> 0;
const IN_DESCRIPTOR = 8;

/**
 * Writes files as a ZIP of any size, one after the other as they are read, not compressed. The same files give the same bytes. It keeps
 * some hundred bytes a file. Throws what a file throws while it is read, and `RangeError` for a path that isn't plain.
 */
export async function* writeZip(
  files: AsyncIterable<ZipFile> | Iterable<ZipFile>,
  at: Date,
): AsyncGenerator<Buffer<ArrayBufferLike>> {
  const [directory, recent, time]: [Buffer[], Buffer[], number] = [[], [], dosTime(at)];
  let [offset, entries] = [0, 0];
  for await (const { path, read } of files) {
    if (!/^[\x20-\x7e]+$/.test(path)) throw new RangeError("A path in a ZIP must be plain ASCII.");
    const start = offset;
    const entry = { path, time, crc: 0, bytes: 0, flags: 0 };
    const chunks = (async function* () {
      yield* read();
    })();
    const [first, second] = [await chunks.next(), await chunks.next()];
    // A file of one chunk is known before its header is written, which some readers need.
    if (!first.done) count(entry, first.value);
    if (!second.done) entry.flags = IN_DESCRIPTOR;
    const header = localHeader(entry);
    offset += header.length + entry.bytes;
    yield header;
    if (!first.done) yield bufferOf(first.value);
    for (let next = second; !next.done; next = await chunks.next()) {
      count(entry, next.value);
      offset += next.value.length;
      yield bufferOf(next.value);
    }
    if (entry.flags === IN_DESCRIPTOR) {
      const descriptor = descriptorOf(entry);
      offset += descriptor.length;
      yield descriptor;
    }
    recent.push(directoryEntry(entry, start));
    entries++;
    // Many small buffers would need several times their bytes.
    if (recent.length === 256) directory.push(Buffer.concat(recent.splice(0)));
  }
  directory.push(Buffer.concat(recent));
  const bytes = directory.reduce((sum, { length }) => sum + length, 0);
  yield* directory;
  yield ending({ files: entries, bytes, start: offset });
}

type Entry = { path: string; time: number; crc: number; bytes: number; flags: number };

/** From the pool, unlike with `Buffer.alloc`. */
const emptyBuffer = (bytes: number): Buffer => Buffer.allocUnsafe(bytes).fill(0);

const bufferOf = ({ buffer, byteOffset, length }: Uint8Array) => Buffer.from(buffer, byteOffset, length);

function count(entry: Entry, chunk: Uint8Array): void {
  entry.crc = crc32(chunk, entry.crc);
  entry.bytes += chunk.length;
}

/** A time as MS-DOS writes it, in UTC, with the day above. It knows 1980 to 2107. */
function dosTime(at: Date): number {
  const year = Math.min(Math.max(at.getUTCFullYear(), 1980), 2107) - 1980;
  const day = (year << 9) | ((at.getUTCMonth() + 1) << 5) | at.getUTCDate();
  const time = (at.getUTCHours() << 11) | (at.getUTCMinutes() << 5) | (at.getUTCSeconds() >> 1);
  return ((day << 16) | time) >>> 0;
}

function localHeader({ path, time, crc, bytes, flags }: Entry): Buffer {
  const isKnown = flags === 0;
  const extra = isKnown && bytes >= BEYOND32 ? extra64(bytes, bytes) : Buffer.alloc(0);
  const header = emptyBuffer(30 + path.length + extra.length);
  header.writeUInt32LE(LOCAL, 0);
  header.writeUInt16LE(VERSION, 4);
  header.writeUInt16LE(flags, 6);
  header.writeUInt32LE(time, 10);
  if (isKnown) {
    header.writeUInt32LE(crc, 14);
    for (const at of [18, 22]) header.writeUInt32LE(Math.min(bytes, BEYOND32), at);
  }
  header.writeUInt16LE(path.length, 26);
  header.writeUInt16LE(extra.length, 28);
  header.write(path, 30, "latin1");
  extra.copy(header, 30 + path.length);
  return header;
}

function descriptorOf({ crc, bytes }: Entry): Buffer {
  const isLarge = bytes >= BEYOND32;
  const descriptor = Buffer.alloc(isLarge ? 24 : 16);
  descriptor.writeUInt32LE(DESCRIPTOR, 0);
  descriptor.writeUInt32LE(crc, 4);
  for (const n of [0, 1]) {
    if (isLarge) descriptor.writeBigUInt64LE(BigInt(bytes), 8 + 8 * n);
    else descriptor.writeUInt32LE(bytes, 8 + 4 * n);
  }
  return descriptor;
}

function directoryEntry({ path, time, crc, bytes, flags }: Entry, start: number): Buffer {
  const isLarge = bytes >= BEYOND32 || start >= BEYOND32;
  const extra = isLarge ? extra64(bytes, bytes, start) : Buffer.alloc(0);
  const entry = emptyBuffer(46 + path.length + extra.length);
  entry.writeUInt32LE(ENTRY, 0);
  entry.writeUInt16LE(MADE_BY, 4);
  entry.writeUInt16LE(VERSION, 6);
  entry.writeUInt16LE(flags, 8);
  entry.writeUInt32LE(time, 12);
  entry.writeUInt32LE(crc, 16);
  for (const at of [20, 24]) entry.writeUInt32LE(isLarge ? BEYOND32 : bytes, at);
  entry.writeUInt16LE(path.length, 28);
  entry.writeUInt16LE(extra.length, 30);
  entry.writeUInt32LE(MODE, 38);
  entry.writeUInt32LE(isLarge ? BEYOND32 : start, 42);
  entry.write(path, 46, "latin1");
  extra.copy(entry, 46 + path.length);
  return entry;
}

function extra64(...values: readonly number[]): Buffer {
  const extra = Buffer.alloc(4 + 8 * values.length);
  extra.writeUInt16LE(1, 0);
  extra.writeUInt16LE(8 * values.length, 2);
  for (const [n, value] of values.entries()) extra.writeBigUInt64LE(BigInt(value), 4 + 8 * n);
  return extra;
}

/** What ends a ZIP: the place of its directory, for a large one in ZIP64 first. */
function ending({ files, bytes, start }: { files: number; bytes: number; start: number }): Buffer {
  const end = Buffer.alloc(22);
  end.writeUInt32LE(END, 0);
  for (const at of [8, 10]) end.writeUInt16LE(Math.min(files, BEYOND16), at);
  end.writeUInt32LE(Math.min(bytes, BEYOND32), 12);
  end.writeUInt32LE(Math.min(start, BEYOND32), 16);
  if (files < BEYOND16 && bytes < BEYOND32 && start < BEYOND32) return end;
  const end64 = Buffer.alloc(56);
  end64.writeUInt32LE(END64, 0);
  end64.writeBigUInt64LE(44n, 4);
  end64.writeUInt16LE(MADE_BY, 12);
  end64.writeUInt16LE(VERSION, 14);
  for (const [n, value] of [files, files, bytes, start].entries()) end64.writeBigUInt64LE(BigInt(value), 24 + 8 * n);
  const locator = Buffer.alloc(20);
  locator.writeUInt32LE(LOCATOR64, 0);
  locator.writeBigUInt64LE(BigInt(start + bytes), 8);
  locator.writeUInt32LE(1, 16);
  return Buffer.concat([end64, locator, end]);
}
