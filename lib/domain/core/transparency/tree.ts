import { sha256 } from "@/lib/platform/crypto";

// The Merkle tree of RFC 6962, section 2.1, and its tiles (c2sp.org/tlog-tiles). Nothing here knows what a leaf means.

/** Hashes in a full tile. */
export const TILE = 256;
const HEIGHT = 8;

const LEAF = Buffer.of(0);
const NODE = Buffer.of(1);

/** The hash of a leaf's data. */
export const leafHash = (data: Uint8Array): Buffer<ArrayBuffer> => sha256(Buffer.concat([LEAF, data]));

const nodeHash = (left: Uint8Array, right: Uint8Array): Buffer => sha256(Buffer.concat([NODE, left, right]));

/** The root over a power of two of hashes. */
function perfectRoot(hashes: readonly Buffer[]): Buffer {
  let level = hashes;
  while (level.length > 1) {
    const above: Buffer[] = [];
    for (let n = 0; n + 1 < level.length; n += 2) above.push(nodeHash(level[n] as Buffer, level[n + 1] as Buffer));
    level = above;
  }
  const [root] = level;
  if (!root) throw new RangeError("no hashes");
  return root;
}

/** The hash of a full tile, for a tile of the next level. */
export type Above = { level: number; index: number; hash: Buffer };

/** The right edge of a tree: of each level, the hashes of its last tile, unless that tile is full. */
export class Edge {
  constructor(
    private size: number,
    private readonly levels: Buffer[][],
  ) {}

  /** Adds a leaf, and returns the hashes of the tiles that it filled. */
  append(hash: Buffer): Above[] {
    const filled: Above[] = [];
    let above = hash;
    for (let level = 0; ; level++) {
      this.levels[level] ??= [];
      const tile = this.levels[level] as Buffer[];
      tile.push(above);
      if (tile.length < TILE) break;
      above = perfectRoot(tile);
      this.levels[level] = [];
      filled.push({ level: level + 1, index: Math.floor(this.size / TILE ** (level + 1)), hash: above });
    }
    this.size++;
    return filled;
  }

  /** The root of the tree. That of an empty one is the hash of nothing. */
  root(): Buffer {
    const subtrees: Buffer[] = [];
    for (const tile of this.levels.toReversed()) {
      let at = 0;
      for (let width = TILE / 2; width >= 1; width /= 2) {
        if ((tile.length & width) === 0) continue;
        subtrees.push(perfectRoot(tile.slice(at, at + width)));
        at += width;
      }
    }
    return subtrees.length === 0 ? sha256("") : subtrees.reduceRight((right, left) => nodeHash(left, right));
  }
}

/** How many hashes a level has in a tree of this size. */
export const widthOf = (size: number, level: number): number => Math.floor(size / TILE ** level);

/** Reads hashes of a level, from an index on: leaves of level 0, and of each level above it, hashes of its full tiles. */
export type ReadHashes = (level: number, from: number, count: number) => Promise<readonly Buffer[]>;

/** The roots over some leaves, so that proofs of neighbors, which have most of them in common, compute each once. */
export type KeptRoots = {
  get: (range: string) => Promise<Buffer> | undefined;
  set: (range: string, root: Promise<Buffer>) => unknown;
};

/** The hashes that prove a leaf's place in a tree, from the leaf up: PATH of RFC 6962, section 2.1.1. Throws `RangeError`. */
export async function inclusionProof(
  read: ReadHashes,
  index: number,
  size: number,
  kept: KeptRoots = new Map(),
): Promise<Buffer[]> {
  if (index >= size) throw new RangeError(`no leaf ${index} in a tree of ${size}`);
  const proof: Range[] = [];
  let [from, to] = [0, size];
  while (to - from > 1) {
    const middle = from + split(to - from);
    proof.push(index < middle ? [middle, to] : [from, middle]);
    if (index < middle) to = middle;
    else from = middle;
  }
  return Promise.all(
    proof.reverse().map((range) => {
      const name = range.join();
      const root = kept.get(name) ?? rangeRoot(read, range);
      kept.set(name, root);
      return root;
    }),
  );
}

/** The hashes that prove that a tree continues a smaller one: PROOF of RFC 6962, section 2.1.2. Throws `RangeError`. */
export async function consistencyProof(read: ReadHashes, older: number, size: number): Promise<Buffer[]> {
  if (older > size) throw new RangeError(`a tree of ${size} doesn't continue one of ${older}`);
  if (older === 0 || older === size) return [];
  const proof: Range[] = [];
  let [from, to] = [0, size];
  while (to !== older) {
    const middle = from + split(to - from);
    if (older <= middle) {
      proof.push([middle, to]);
      to = middle;
    } else {
      proof.push([from, middle]);
      from = middle;
    }
  }
  // A verifier knows the older root, if that is a whole subtree of the newer tree.
  if (from > 0) proof.push([from, to]);
  return rootsOf(read, proof.reverse());
}

type Range = readonly [from: number, to: number];

const rootsOf = (read: ReadHashes, ranges: readonly Range[]): Promise<Buffer[]> =>
  Promise.all(ranges.map((range) => rangeRoot(read, range)));

/** The largest power of two below a number of leaves. */
function split(leaves: number): number {
  let width = 1;
  while (width * 2 < leaves) width *= 2;
  return width;
}

async function rangeRoot(read: ReadHashes, [from, to]: Range): Promise<Buffer> {
  const leaves = to - from;
  const height = Math.log2(leaves);
  if (!Number.isInteger(height)) {
    const middle = from + split(leaves);
    const [left, right] = await rootsOf(read, [
      [from, middle],
      [middle, to],
    ]);
    return nodeHash(left as Buffer, right as Buffer);
  }
  const level = Math.floor(height / HEIGHT);
  const count = 2 ** (height % HEIGHT);
  const hashes = await read(level, from / TILE ** level, count);
  if (hashes.length !== count) throw new Error(`the tree has no hashes for leaves ${from} to ${to}`);
  return perfectRoot(hashes);
}
