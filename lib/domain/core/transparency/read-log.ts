import { db, type Prisma } from "@/lib/platform/db";
import { leafHash, TILE } from "./tree";

const include = { cosignatures: true } as const;

/** The newest checkpoint, or the newest of some. Null before the first. */
export const findNewest = (where: Prisma.LedgerCheckpointWhereInput = {}) =>
  db.ledgerCheckpoint.findFirst({ where, orderBy: { size: "desc" }, include });

/** The first checkpoint that has a leaf. Null while none has. */
export const findFirstWith = (index: number) =>
  db.ledgerCheckpoint.findFirst({ where: { size: { gt: index } }, orderBy: { size: "asc" }, include });

/** The newest checkpoint with its cosignatures, as a signed note. Null before the first. */
export async function readCheckpoint(): Promise<string | null> {
  const last = await findNewest();
  return last && noteOf(last);
}

/** A checkpoint to keep: how many entries it has, when it was signed, and its note with the lines of its witnesses. */
export type KeptCheckpoint = { size: number; at: Date; note: string };

type Row = { size: bigint; at: Date; note: string; cosignatures: readonly { line: string }[] };
export const kept = (row: Row): KeptCheckpoint => ({ size: Number(row.size), at: row.at, note: noteOf(row) });

/** The newest checkpoint at a time. Null before the first. */
export async function checkpointAt(at: Date): Promise<KeptCheckpoint | null> {
  const found = await findNewest({ at: { lte: at } });
  return found && kept(found);
}

/** A checkpoint's note, with the lines of its witnesses. */
export const noteOf = ({ note, cosignatures }: { note: string; cosignatures: readonly { line: string }[] }): string =>
  note + cosignatures.map(({ line }) => line).join("");

/** The paths of the log, for a router. A tile's number has three digits a segment. */
export const LOG_PATHS = [
  "/ledger/checkpoint",
  "/ledger/stamps/{file}",
  ...[1, 2, 3, 4, 5].map((n) => `/ledger/tile/{level}${"/{a}/{b}/{c}/{d}/{e}".slice(0, 4 * n)}`),
];

/** A tile or an entry bundle: its level, its index, and how many of its hashes or entries. */
export type TilePlace = { level: number | "entries"; index: number; width: number };

const MOST = 1e12;

/**
 * Reads the path of a tile below `/ledger/tile/`, such as `0/x001/234.p/17` or `entries/000`. Null if it isn't one: each has one
 * spelling (c2sp.org/tlog-tiles).
 */
export function tilePlace(path: string): TilePlace | null {
  const found = /^(0|[1-9]\d?|entries)\/((?:x\d{3}\/)*\d{3})(?:\.p\/([1-9]\d{0,2}))?$/.exec(path);
  if (!found) return null;
  const [, level = "", parts = "", partial] = found;
  const index = Number(parts.replace(/[x/]/g, ""));
  const width = partial === undefined ? TILE : Number(partial);
  const isPlain = parts.length === 3 || !parts.startsWith("x000");
  if (!isPlain || index >= MOST || (partial !== undefined && width >= TILE) || Number(level) > 63) return null;
  return { level: level === "entries" ? level : Number(level), index, width };
}

/** The bytes of a tile or an entry bundle. Null unless the tree has all of it. */
export async function readTile({ level, index, width }: TilePlace): Promise<Buffer | null> {
  const hashes = await readData(level, index * TILE, width);
  if (hashes.length < width) return null;
  return Buffer.concat(level === "entries" ? hashes.flatMap((data) => [lengthOf(data), data]) : hashes);
}

const lengthOf = ({ length }: Uint8Array): Buffer => Buffer.of(length >> 8, length & 255);

/** Hashes of a level of the tree, from an index on, or the data of leaves. */
export async function readData(level: number | "entries", from: number, count: number): Promise<Buffer[]> {
  const index = { gte: BigInt(from), lt: BigInt(from + count) };
  if (typeof level === "number" && level > 0) {
    const nodes = await db.ledgerNode.findMany({ where: { level, index }, orderBy: { index: "asc" } });
    return nodes.map(({ hash }) => Buffer.from(hash));
  }
  const leaves = await db.ledgerLeaf.findMany({
    where: { index },
    orderBy: { index: "asc" },
    select: { commitment: true },
  });
  return leaves.map(({ commitment }) => (level === 0 ? leafHash(commitment) : Buffer.from(commitment)));
}
