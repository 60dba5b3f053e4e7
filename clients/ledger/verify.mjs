#!/usr/bin/env node
// Verifies proofs of ledger entries, packages of records with their proofs, and that the log only grew. Needs no packages, and for proofs
// and packages no network: docs/transparency.md describes the formats. Runs with Node 22.2 or later; what verifies proofs also runs in
// browsers.

const FIELDS = [
  ...["seq", "chain", "position", "at", "actorKind", "actorId", "action", "subjectKind", "subjectId"],
  ...["partnerId", "reason", "requestId", "detail"],
];
const LEAF_VERSION = "ledger-entry/v1";
const PROOF_VERSION = "c2sp.org/tlog-proof@v1";
const [ED25519, COSIGNATURE] = [1, 4];
const TILE = 256;

// ─── Bytes ─────────────────────────────────────────────────────────────────────────────────────────────────────────

const utf8 = (text) => new TextEncoder().encode(text);
const base64 = (bytes) => btoa(String.fromCharCode(...bytes));
const hex = (bytes) => [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
const same = (a, b) => a.length === b.length && a.every((byte, n) => byte === b[n]);

function unbase64(text, what, length) {
  const isCanonical = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/.test(text);
  const bytes = isCanonical ? Uint8Array.from(atob(text), (one) => one.charCodeAt(0)) : new Uint8Array();
  if (!isCanonical || base64(bytes) !== text || (length !== undefined && bytes.length !== length)) {
    throw new Error(`${what} is malformed`);
  }
  return bytes;
}

function number(text, what) {
  const value = /^(?:0|[1-9]\d{0,15})$/.test(text ?? "") ? Number(text) : Number.NaN;
  if (!Number.isSafeInteger(value)) throw new Error(`${what} is malformed`);
  return value;
}

function joined(...parts) {
  const bytes = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}

const sha256 = async (...parts) => new Uint8Array(await crypto.subtle.digest("SHA-256", joined(...parts)));

// ─── The tree: RFC 6962, section 2.1 ───────────────────────────────────────────────────────────────────────────────

const leafHash = (data) => sha256(Uint8Array.of(0), data);
const nodeHash = (left, right) => sha256(Uint8Array.of(1), left, right);
const half = (n) => Math.floor(n / 2);
const isOdd = (n) => n % 2 === 1;

/** Whether a leaf is in the tree with this root. */
export async function verifyInclusion({ leaf, index, size, proof, root }) {
  if (index >= size) return false;
  let [fn, sn, hash] = [index, size - 1, leaf];
  for (const sibling of proof) {
    if (sn === 0) return false;
    if (isOdd(fn) || fn === sn) {
      hash = await nodeHash(sibling, hash);
      while (fn !== 0 && !isOdd(fn)) [fn, sn] = [half(fn), half(sn)];
    } else hash = await nodeHash(hash, sibling);
    [fn, sn] = [half(fn), half(sn)];
  }
  return sn === 0 && same(hash, root);
}

/** Whether the newer tree begins with the older one. */
export async function verifyConsistency({ older, newer, proof }) {
  if (older.size > newer.size) return false;
  if (older.size === newer.size) return proof.length === 0 && same(older.root, newer.root);
  if (older.size === 0) return proof.length === 0;
  let [fn, sn] = [older.size - 1, newer.size - 1];
  while (isOdd(fn)) [fn, sn] = [half(fn), half(sn)];
  // The older root itself is the first hash if the older tree is whole in the newer one.
  const [first, ...rest] = fn === 0 ? [older.root, ...proof] : proof;
  if (!first) return false;
  let [before, after] = [first, first];
  for (const sibling of rest) {
    if (sn === 0) return false;
    if (isOdd(fn) || fn === sn) {
      before = await nodeHash(sibling, before);
      after = await nodeHash(sibling, after);
      while (fn !== 0 && !isOdd(fn)) [fn, sn] = [half(fn), half(sn)];
    } else after = await nodeHash(after, sibling);
    [fn, sn] = [half(fn), half(sn)];
  }
  return sn === 0 && same(before, older.root) && same(after, newer.root);
}

// ─── Notes and checkpoints: c2sp.org/signed-note, tlog-checkpoint, tlog-cosignature ────────────────────────────────

/** Reads a verifier key: <name>+<key id>+<base64>. Throws if it isn't one. */
export async function parseVerifierKey(text) {
  const [, name = "", id = "", encoded = ""] = /^([^\s+]+)\+([0-9a-f]{8})\+(\S+)$/.exec(text.trim()) ?? [];
  const bytes = unbase64(encoded, "the verifier key", 33);
  const [type] = bytes;
  const keyId = (await sha256(utf8(`${name}\n`), bytes)).slice(0, 4);
  if (hex(keyId) !== id || (type !== ED25519 && type !== COSIGNATURE)) throw new Error("the verifier key is malformed");
  return { name, id, type, publicKey: bytes.slice(1) };
}

async function isSignedBy({ publicKey, type }, signature, text) {
  const key = await crypto.subtle.importKey("raw", publicKey, { name: "Ed25519" }, false, ["verify"]);
  const time = type === COSIGNATURE ? timeOf(signature) : null;
  const signed = time === null ? text : `cosignature/v1\ntime ${time}\n${text}`;
  return crypto.subtle.verify({ name: "Ed25519" }, key, signature.slice(time === null ? 0 : 8), utf8(signed));
}

const timeOf = (signature) => new DataView(signature.buffer, signature.byteOffset).getBigUint64(0);

/**
 * Opens a note with keys that you trust. Returns its text, the key names of the log that signed it, and the witnesses that cosigned it,
 * with their times. Ignores signatures of other keys. Throws unless the log signed it, or if a signature of a known key doesn't verify.
 */
export async function openNote(note, keys) {
  const end = note.lastIndexOf("\n\n");
  // biome-ignore lint/suspicious/noControlCharactersInRegex: a note must not have them.
  if (end < 0 || !note.endsWith("\n") || /[\u0000-\u0009\u000b-\u001f]/.test(note))
    throw new Error("this is not a signed note");
  const [text, lines] = [note.slice(0, end + 1), note.slice(end + 2, -1).split("\n")];
  const [signers, witnesses] = [[], []];
  for (const line of lines) {
    const [, name, encoded] = /^— ([^\s+]+) (\S+)$/.exec(line) ?? [];
    if (!name) throw new Error("this is not a signed note");
    const bytes = unbase64(encoded, `the signature of ${name}`);
    const key = keys.find((one) => one.name === name && one.id === hex(bytes.slice(0, 4)));
    if (!key) continue;
    const signature = bytes.slice(4);
    const isWhole = signature.length === (key.type === COSIGNATURE ? 72 : 64);
    if (!isWhole || !(await isSignedBy(key, signature, text)))
      throw new Error(`the signature of ${name} doesn't verify`);
    if (key.type === ED25519) signers.push(name);
    else witnesses.push({ name, at: new Date(Number(timeOf(signature)) * 1000) });
  }
  if (signers.length === 0) throw new Error("no key that you trust signed it for the log");
  return { text, signers, witnesses };
}

/** Reads a checkpoint's text. */
export function parseCheckpoint(text) {
  const [origin, size, root = ""] = text.split("\n");
  if (!origin) throw new Error("the checkpoint has no name");
  return { origin, size: number(size, "the checkpoint's size"), root: unbase64(root, "the checkpoint's root", 32) };
}

/** Opens a checkpoint with keys that you trust: see `openNote`. */
export async function openCheckpoint(note, keys) {
  const opened = await openNote(note, keys);
  return { ...parseCheckpoint(opened.text), ...opened };
}

/** Throws unless each of these witnesses cosigned a checkpoint. */
function requireWitnesses({ witnesses }, needed) {
  const missing = needed.find((name) => !witnesses.some((one) => one.name === name));
  if (missing) throw new Error(`${missing} didn't cosign it`);
}

// ─── Proofs of entries: c2sp.org/tlog-proof ────────────────────────────────────────────────────────────────────────

/**
 * Verifies a proof file with keys that you trust. Returns the entry's fields (those that the proof hides are listed in `hidden`), its
 * place in the log, and who signed the tree. Throws, saying why, if anything doesn't fit.
 */
export async function verifyProof(file, keys) {
  const split = file.indexOf("\n\n");
  if (split < 0) throw new Error("this is not a proof");
  const [version, extra = "", index = "", ...hashes] = file.slice(0, split).split("\n");
  if (version !== PROOF_VERSION) throw new Error("this is not a proof");
  if (!extra.startsWith("extra ") || !index.startsWith("index ")) throw new Error("the proof has no entry");
  const checkpoint = await openCheckpoint(file.slice(split + 2), keys);
  const { entry, hidden, data } = await openEntry(unbase64(extra.slice(6), "the entry"));
  const place = {
    index: number(index.slice(6), "the place in the log"),
    size: checkpoint.size,
    root: checkpoint.root,
    leaf: await leafHash(data),
    proof: hashes.map((hash) => unbase64(hash, "a hash of the proof", 32)),
  };
  if (!(await verifyInclusion(place))) throw new Error("the entry isn't in the signed tree");
  return { entry, hidden, index: place.index, checkpoint };
}

async function openEntry(extra) {
  const { type, fields } = parsed(extra);
  const isOurs =
    type === LEAF_VERSION && Array.isArray(fields) && fields.map((field) => field?.name).join() === FIELDS.join();
  if (!isOurs) throw new Error("the entry is of a kind that this program doesn't know");
  const [entry, hidden, digests] = [{}, [], []];
  for (const { name, value, salt, digest } of fields) {
    if (digest !== undefined) {
      hidden.push(name);
      digests.push(unbase64(String(digest), name, 32));
    } else {
      if (value !== null && typeof value !== "string") throw new Error(`${name} is malformed`);
      entry[name] = value;
      digests.push(await sha256(unbase64(String(salt), name, 32), utf8(value === null ? name : `${name}=${value}`)));
    }
  }
  return { entry, hidden, data: await sha256(utf8(`${LEAF_VERSION}\n`), ...digests) };
}

function parsed(bytes) {
  try {
    return Object(JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes)));
  } catch {
    throw new Error("the entry is malformed");
  }
}

// ─── Consistency from tiles: c2sp.org/tlog-tiles ───────────────────────────────────────────────────────────────────

/**
 * Proves with a log's tiles that the newer tree begins with the older one. `readTile` gets a path below the log's prefix, such as
 * `tile/0/001.p/12`, and returns its bytes. Whatever it returns, a tree that doesn't begin with the older one is refused.
 */
export async function isConsistent(older, newer, readTile) {
  if (older.size > newer.size) return false;
  const tiles = new Map();
  const hashes = async (level, from, count) => {
    const index = Math.floor(from / TILE);
    const width = Math.min(TILE, Math.floor(newer.size / TILE ** level) - index * TILE);
    const path = `tile/${level}/${tileName(index)}${width < TILE ? `.p/${width}` : ""}`;
    if (!tiles.has(path)) tiles.set(path, readTile(path));
    const bytes = await tiles.get(path);
    if (bytes.length !== 32 * width) throw new Error(`${path} has another size`);
    return Array.from({ length: count }, (_, n) => bytes.slice(32 * ((from % TILE) + n), 32 * ((from % TILE) + n + 1)));
  };
  const proof = [];
  if (older.size > 0 && older.size < newer.size) {
    let [from, to] = [0, newer.size];
    while (to !== older.size) {
      const middle = from + largestBelow(to - from);
      proof.unshift(older.size <= middle ? [middle, to] : [from, middle]);
      if (older.size <= middle) to = middle;
      else from = middle;
    }
    if (from > 0) proof.unshift([from, to]);
  }
  const roots = [];
  for (const [from, to] of proof) roots.push(await rangeRoot(hashes, from, to));
  return verifyConsistency({ older, newer, proof: roots });
}

function largestBelow(size) {
  let width = 1;
  while (width * 2 < size) width *= 2;
  return width;
}

function tileName(index) {
  const parts = [String(index % 1000).padStart(3, "0")];
  for (let rest = Math.floor(index / 1000); rest > 0; rest = Math.floor(rest / 1000)) {
    parts.unshift(`x${String(rest % 1000).padStart(3, "0")}`);
  }
  return parts.join("/");
}

async function rangeRoot(hashes, from, to) {
  const size = to - from;
  const height = Math.log2(size);
  if (!Number.isInteger(height)) {
    const middle = from + largestBelow(size);
    return nodeHash(await rangeRoot(hashes, from, middle), await rangeRoot(hashes, middle, to));
  }
  const level = Math.floor(height / 8);
  let row = await hashes(level, from / TILE ** level, 2 ** (height % 8));
  while (row.length > 1) {
    row = await Promise.all(Array.from({ length: row.length / 2 }, (_, n) => nodeHash(row[2 * n], row[2 * n + 1])));
  }
  return row[0];
}

// ─── Packages: BagIt (RFC 8493), unpacked or in a ZIP ──────────────────────────────────────────────────────────────

const builtin = (name) => globalThis.process.getBuiltinModule(`node:${name}`);
const PIECE = 1 << 20;
const [LOCAL, ENTRY, DESCRIPTOR, END, END64, LOCATOR64] = [
  ...[0x04034b50, 0x02014b50, 0x08074b50, 0x06054b50, 0x06064b50, 0x07064b50],
];
const [STORED, DEFLATED, IN_DESCRIPTOR, BEYOND16, BEYOND32] = [0, 8, 8, 0xffff, 0xffffffff];

/** Reads a part of an open file. Throws if it ends before. */
async function readAt(file, start, length) {
  const bytes = Buffer.alloc(length);
  for (let at = 0; at < length; ) {
    const { bytesRead } = await file.read(bytes, at, length - at, start + at);
    if (bytesRead === 0) throw new Error("the ZIP is cut off");
    at += bytesRead;
  }
  return bytes;
}

async function* piecesOf(file, start, length) {
  for (let at = 0; at < length; at += PIECE) yield readAt(file, start + at, Math.min(PIECE, length - at));
}

const long = (bytes, at) => {
  const value = Number(bytes.readBigUInt64LE(at));
  if (!Number.isSafeInteger(value)) throw new Error("the ZIP is malformed");
  return value;
};

/** The extra fields of an entry that are beyond 4 GB, in their order: only those whose plain field is full. */
function beyond(extra, values) {
  let at = 0;
  while (at + 4 <= extra.length && extra.readUInt16LE(at) !== 1) at += 4 + extra.readUInt16LE(at + 2);
  at += 4;
  return values.map((value) => {
    if (value !== BEYOND32) return value;
    if (at + 8 > extra.length) throw new Error("the ZIP is malformed");
    at += 8;
    return long(extra, at - 8);
  });
}

/** Where a ZIP's directory is. Nothing may follow its end. */
async function directoryOf(file, bytes) {
  if (bytes < 22) throw new Error("this is not a ZIP");
  const end = await readAt(file, bytes - 22, 22);
  if (end.readUInt32LE(0) !== END || end.readUInt16LE(20) !== 0 || end.readUInt32LE(4) !== 0)
    throw new Error("the ZIP has no end, or something after it");
  let [files, length, start] = [end.readUInt16LE(10), end.readUInt32LE(12), end.readUInt32LE(16)];
  let limit = bytes - 22;
  if (files === BEYOND16 || length === BEYOND32 || start === BEYOND32) {
    const both = await readAt(file, bytes - 98, 76);
    limit = bytes - 98;
    if (both.readUInt32LE(0) !== END64 || both.readUInt32LE(56) !== LOCATOR64 || long(both, 64) !== limit)
      throw new Error("the ZIP's end is malformed");
    [files, length, start] = [long(both, 32), long(both, 40), long(both, 48)];
  }
  if (start + length !== limit) throw new Error("the ZIP has something between its directory and its end");
  return { files, start, limit };
}

/** The entries of a ZIP's directory, in its order. */
async function* entriesOf(file, { files, start, limit }) {
  let at = start;
  for (let left = files; left > 0; left--) {
    const head = await readAt(file, at, 46);
    if (head.readUInt32LE(0) !== ENTRY) throw new Error("the ZIP's directory is malformed");
    const [named, extraLength, comment] = [28, 30, 32].map((place) => head.readUInt16LE(place));
    const rest = await readAt(file, at + 46, named + extraLength + comment);
    const values = [head.readUInt32LE(24), head.readUInt32LE(20), head.readUInt32LE(42)];
    const [size, packed, offset] = beyond(rest.subarray(named, named + extraLength), values);
    const [name, isFile] = [rest.toString("utf8", 0, named), (head.readUInt32LE(38) >>> 28 || 8) === 8];
    if (!isFile || comment > 0 || head.readUInt16LE(34) > 0) throw new Error(`${name} isn't a plain file`);
    yield { name, size, packed, offset, head };
    at += 46 + rest.length;
  }
  if (at !== limit) throw new Error("the ZIP's directory has another length");
}

/** Reads each file of a ZIP, and that the ZIP has nothing else: entries follow each other, and say what the directory says. */
async function* filesOfZip(file, bytes) {
  const directory = await directoryOf(file, bytes);
  let expected = 0;
  for await (const { name, size, packed, offset, head } of entriesOf(file, directory)) {
    if (offset !== expected) throw new Error(`something is before ${name} that isn't in the ZIP's directory`);
    const local = await readAt(file, offset, 30);
    const [named, extraLength, flags] = [26, 28, 6].map((place) => local.readUInt16LE(place));
    const ownName = (await readAt(file, offset + 30, named)).toString("utf8");
    const agrees = local.readUInt32LE(0) === LOCAL && ownName === name && local.compare(head, 6, 16, 4, 14) === 0;
    const inDescriptor = (flags & IN_DESCRIPTOR) !== 0;
    const [crc, method] = [head.readUInt32LE(16), head.readUInt16LE(10)];
    if (!agrees || (!inDescriptor && local.readUInt32LE(14) !== crc))
      throw new Error(`the header of ${name} differs from the ZIP's directory`);
    if (!inDescriptor) {
      const extra = await readAt(file, offset + 30 + named, extraLength);
      const [ownSize, ownPacked] = beyond(extra, [local.readUInt32LE(22), local.readUInt32LE(18)]);
      if (ownSize !== size || ownPacked !== packed) throw new Error(`the header of ${name} has another length`);
    }
    const start = offset + 30 + named + extraLength;
    if ((flags & ~0x808) !== 0 || (method !== STORED && method !== DEFLATED) || (method === STORED && size !== packed))
      throw new Error(`${name} is written in a way that this program doesn't know`);
    expected = start + packed;
    if (inDescriptor) {
      const isLong = size >= BEYOND32 || packed >= BEYOND32;
      const after = await readAt(file, expected, isLong ? 24 : 16);
      const own = isLong ? [long(after, 8), long(after, 16)] : [after.readUInt32LE(8), after.readUInt32LE(12)];
      if (after.readUInt32LE(0) !== DESCRIPTOR || after.readUInt32LE(4) !== crc || own.join() !== [packed, size].join())
        throw new Error(`what follows ${name} differs from the ZIP's directory`);
      expected += after.length;
    }
    const raw = () => piecesOf(file, start, packed);
    const pieces = () => (method === STORED ? raw() : inflated(raw(), packed));
    yield { path: name, size, crc, pieces };
  }
  if (expected !== directory.start) throw new Error("something is before the ZIP's directory that isn't in it");
}

/** The bytes of a compressed file. Throws unless all of its packed bytes are theirs: an unpacker ignores what follows their end. */
async function* inflated(raw, packed) {
  const inflate = builtin("zlib").createInflateRaw();
  // What is wrong reaches the reader of `inflate`.
  builtin("stream").pipeline(raw, inflate, () => {});
  yield* inflate;
  if (inflate.bytesWritten !== packed) throw new Error("has something after its bytes");
}

/** Reads each file in a folder. Links and devices are no part of a bag. */
async function* filesOfFolder(root, below = "") {
  const { opendir, open } = builtin("fs").promises;
  for await (const found of await opendir(`${root}/${below}`)) {
    const path = `${below}${found.name}`;
    if (found.isDirectory()) yield* filesOfFolder(root, `${path}/`);
    else if (!found.isFile()) throw new Error(`${path} isn't a plain file`);
    else {
      const file = await open(`${root}/${path}`);
      try {
        const { size } = await file.stat();
        yield { path: `bag/${path}`, size, pieces: () => piecesOf(file, 0, size) };
      } finally {
        await file.close();
      }
    }
  }
}

const ALGORITHMS = ["sha256", "sha512"];
const TAGS = ["bagit.txt", "bag-info.txt", ...ALGORITHMS.map((name) => `manifest-${name}.txt`)];
const MANIFEST = /^(tag)?manifest-(sha256|sha512)\.txt$/;
const MOST_TEXT = 1 << 16;

/** Whether unpacking a path stays in the folder, on any system. */
const isInside = (path) => !/(^|\/)\.{0,2}(\/|$)|[\\:]/.test(path);

/**
 * Verifies a bag, unpacked or as a ZIP: that each file is what both manifests say and that there are no others, and each proof in it, with
 * keys that you trust. `sha256` is that of the whole ZIP, in hexadecimal. `refuse` gets each file and what is wrong with it. Needs the
 * memory of a line for each file. Returns what the bag has.
 */
export async function verifyBag(place, { keys, sha256: whole, needed = [], refuse }) {
  const { open, stat } = builtin("fs").promises;
  const { createHash } = builtin("crypto");
  const { crc32 } = builtin("zlib");
  const isFolder = (await stat(place)).isDirectory();
  if (isFolder && whole) throw new Error("only a ZIP has a SHA-256");
  const file = isFolder ? null : await open(place);
  const found = new Map();
  const listed = new Map();
  const texts = new Map();
  const counts = { files: 0, bytes: 0, proofs: 0 };
  let folder = null;
  try {
    const bytes = file ? (await file.stat()).size : 0;
    if (whole) {
      const hash = createHash("sha256");
      for await (const piece of piecesOf(file, 0, bytes)) hash.update(piece);
      if (hash.digest("hex") !== whole.toLowerCase()) refuse(place, "the ZIP's SHA-256 is another one");
    }
    for await (const { path, size, crc, pieces } of file ? filesOfZip(file, bytes) : filesOfFolder(place)) {
      const [top, ...rest] = path.split("/");
      const name = rest.join("/");
      folder ??= top;
      if (top !== folder || !name || !isInside(path) || found.has(name)) {
        refuse(path, "isn't a path of this bag");
        continue;
      }
      const hashes = ALGORITHMS.map((algorithm) => createHash(algorithm));
      const [, isTag, algorithm] = MANIFEST.exec(name) ?? [];
      const isProof = name.startsWith("data/") && name.endsWith(".tlog-proof");
      const isText = isProof || TAGS.slice(0, 2).includes(name);
      if (isText && size > MOST_TEXT) throw new Error(`${name} is too long`);
      const lines = algorithm ? linesOf(name, algorithm, listed) : null;
      const kept = [];
      let [sum, length] = [0, 0];
      try {
        for await (const piece of pieces()) {
          for (const hash of hashes) hash.update(piece);
          sum = crc32(piece, sum);
          length += piece.length;
          if (length > size) break;
          if (isText) kept.push(piece);
          lines?.read(piece);
        }
        lines?.end();
        if (length !== size || (crc !== undefined && sum !== crc))
          throw new Error("its bytes differ from the ZIP's directory");
        if (isText) texts.set(name, isProof ? "" : Buffer.concat(kept).toString("utf8"));
      } catch (error) {
        refuse(name, error.message);
      }
      found.set(
        name,
        hashes.map((hash) => hash.digest("binary")),
      );
      if (name.startsWith("data/")) {
        counts.files++;
        counts.bytes += length;
      } else if (!TAGS.includes(name) && !isTag) refuse(name, "isn't a file of a bag");
      if (!isProof) continue;
      try {
        const { checkpoint } = await verifyProof(Buffer.concat(kept).toString("utf8"), keys);
        requireWitnesses(checkpoint, needed);
        counts.proofs++;
      } catch (error) {
        refuse(name, error.message);
      }
    }
  } finally {
    await file?.close();
  }
  compareManifests({ found, listed, refuse });
  if (!/^BagIt-Version: [01]\.\d+\nTag-File-Character-Encoding: UTF-8\n$/.test(texts.get("bagit.txt") ?? ""))
    refuse("bagit.txt", "isn't that of a bag");
  const oxum = /^Payload-Oxum: (\d+\.\d+)$/m.exec(texts.get("bag-info.txt") ?? "")?.[1];
  if (oxum !== `${counts.bytes}.${counts.files}`) refuse("bag-info.txt", "counts other files than there are");
  return counts;
}

/** Reads a manifest's lines as they come into `listed`, by its kind and algorithm. */
function linesOf(name, algorithm, listed) {
  const entries = new Map();
  listed.set(name, entries);
  const decoder = new TextDecoder("utf-8", { fatal: true });
  const line = new RegExp(`^([0-9a-f]{${algorithm === "sha256" ? 64 : 128}})  (.+)$`);
  let rest = "";
  return {
    read(piece) {
      const lines = (rest + decoder.decode(piece, { stream: true })).split("\n");
      rest = lines.pop();
      for (const text of lines) {
        const [, sum, path] = line.exec(text) ?? [];
        if (!path || entries.has(path)) throw new Error("a line is malformed, or there twice");
        entries.set(path, Buffer.from(sum, "hex").toString("latin1"));
      }
    },
    end() {
      if (rest + decoder.decode() !== "") throw new Error("its last line is cut off");
    },
  };
}

/** Each manifest has each of its files, with its hash, and no other. */
function compareManifests({ found, listed, refuse }) {
  for (const kind of ["", "tag"]) {
    const isOwn = kind === "" ? (name) => name.startsWith("data/") : (name) => TAGS.includes(name);
    for (const [n, algorithm] of ALGORITHMS.entries()) {
      const manifest = `${kind}manifest-${algorithm}.txt`;
      const entries = listed.get(manifest);
      if (!entries) {
        refuse(manifest, "is missing");
        continue;
      }
      for (const [name, hashes] of found) {
        if (!isOwn(name)) continue;
        if (!entries.has(name)) refuse(name, `isn't in ${manifest}`);
        else if (entries.get(name) !== hashes[n]) refuse(name, `differs from ${manifest}`);
      }
      for (const name of entries.keys())
        if (!found.has(name) || !isOwn(name)) refuse(name, `is missing, but in ${manifest}`);
    }
  }
  for (const name of TAGS) if (!found.has(name)) refuse(name, "is missing");
}

// ─── The command ───────────────────────────────────────────────────────────────────────────────────────────────────

// Browsers have none.
const { process: node } = globalThis;
// The vellum command runs this program too.
const CALLED = node?.env?.VERIFY_AS ?? "node verify.mjs";
const HELP = `Verify what a ledger's transparency log signed.

  ${CALLED} proof --key KEY [--witness KEY]… FILE.tlog-proof…
      Verify proofs of entries, offline. With --witness, each of these must have cosigned.
  ${CALLED} consistency --key KEY [--witness KEY]… --log URL|FOLDER OLDER NEWER
      Verify that the tree of the checkpoint in file NEWER begins with that of OLDER, with the
      log's tiles.
  ${CALLED} bag --key KEY [--witness KEY]… [--sha256 SHA256|FILE.sha256] ZIP|FOLDER
      Verify a package of records, as it came or unpacked, and its proofs, offline. With --sha256,
      also each byte of the ZIP itself.

KEY is a verifier key: <name>+<key id>+<base64>. The service shows its own at /verify/ledger.
Repeat --key while a log's keys rotate.
`;

/** A text on one line, so that it can't look like another line of ours. */
const inLine = (text) =>
  text.replace(/[\p{Cc}\p{Zl}\p{Zp}]/gu, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, "0")}`);

const some = (count, what) => `${count} ${what}${count === 1 ? "" : "s"}`;

async function run(words, { readFile, print }) {
  const [command, ...rest] = words;
  const [given, files] = [{ "--key": [], "--witness": [], "--log": [], "--sha256": [] }, []];
  for (let word = rest.shift(); word !== undefined; word = rest.shift()) {
    if (!word.startsWith("--")) files.push(word);
    else if (given[word] && rest.length > 0) given[word].push(rest.shift());
    else return print(HELP, 2);
  }
  const [log] = given["--log"];
  const isComplete =
    (command === "proof" && files.length > 0) ||
    (command === "bag" && files.length === 1) ||
    (command === "consistency" && files.length === 2 && log);
  if (!isComplete || given["--key"].length === 0) return print(HELP, 2);
  const keys = await Promise.all([...given["--key"], ...given["--witness"]].map(parseVerifierKey));
  const needed = keys.slice(given["--key"].length).map(({ name }) => name);
  const load = async (file) => new TextDecoder("utf-8", { fatal: true }).decode(await readFile(file));
  if (command === "bag") {
    let status = 0;
    const refuse = (name, why) => {
      status = 1;
      print(`${inLine(name)}: REFUSED, ${why}\n`);
    };
    const [given256] = given["--sha256"];
    const sha256Text = given256 && (/^[0-9a-f]{64}$/i.test(given256) ? given256 : (await load(given256)).slice(0, 64));
    const { files: count, bytes, proofs } = await verifyBag(files[0], { keys, needed, refuse, sha256: sha256Text });
    const about = `${some(count, "file")}, ${some(bytes, "byte")}, ${some(proofs, "proof")}`;
    print(`${files[0]}: ${about}, ${status === 0 ? "VERIFIED" : "REFUSED"}\n`);
    return status;
  }
  if (command === "proof") {
    let status = 0;
    for (const file of files) {
      try {
        const { entry, hidden, index, checkpoint } = await verifyProof(await load(file), keys);
        requireWitnesses(checkpoint, needed);
        print(`${file}: VERIFIED, entry ${index} of ${checkpoint.origin}, in a tree of ${checkpoint.size}\n`);
        for (const [name, value] of Object.entries(entry)) print(`  ${name}: ${inLine(value ?? "none")}\n`);
        if (hidden.length > 0) print(`  not shown: ${hidden.join(", ")}\n`);
        for (const { name, at } of checkpoint.witnesses) print(`  witnessed by ${name} at ${at.toISOString()}\n`);
      } catch (error) {
        status = 1;
        print(`${file}: REFUSED, ${error.message}\n`);
      }
    }
    return status;
  }
  const [older, newer] = await Promise.all(files.map(async (file) => openCheckpoint(await load(file), keys)));
  requireWitnesses(newer, needed);
  const readTile = (path) => readFile(`${log.replace(/\/$/, "")}/${path}`);
  if (older.origin !== newer.origin) throw new Error("the checkpoints are of two logs");
  if (!(await isConsistent(older, newer, readTile))) throw new Error("the newer tree doesn't begin with the older one");
  print(`${newer.origin}: VERIFIED, the tree of ${newer.size} entries begins with that of ${older.size}\n`);
  return 0;
}

/** Whether Node was started with this file. */
if (node?.argv?.[1] && import.meta.filename === node.getBuiltinModule?.("node:fs").realpathSync(node.argv[1])) {
  const fs = node.getBuiltinModule("node:fs");
  const readFile = async (place) => {
    if (!/^https?:/.test(place)) return new Uint8Array(fs.readFileSync(place));
    const answer = await fetch(place);
    if (!answer.ok) throw new Error(`${place} answered ${answer.status}`);
    return new Uint8Array(await answer.arrayBuffer());
  };
  const print = (text, status = 0) => {
    node.stdout.write(text);
    return status;
  };
  run(node.argv.slice(2), { readFile, print })
    .catch((error) => print(`REFUSED: ${error.message}\n`, 1))
    .then((status) => {
      node.exitCode = status;
    });
}
