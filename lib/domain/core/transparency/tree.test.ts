import { expect, it } from "vitest";
import { sha256 } from "@/lib/platform/crypto";
import { consistencyProof, Edge, inclusionProof, leafHash, type ReadHashes, TILE } from "./tree";

// The inputs and roots of the first implementations of RFC 6962, which all later ones are tested with.
const INPUTS = ["", "00", "10", "2021", "3031", "40414243", "5051525354555657", "606162636465666768696a6b6c6d6e6f"];
const ROOTS = [
  "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
  "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125",
  "aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77",
  "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
  "4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4",
  "76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef",
  "ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c",
  "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328",
];

/** A tree of these leaves, with its hashes as they are stored. */
function grow(hashes: readonly Buffer[]) {
  const edge = new Edge(0, []);
  const stored: Buffer[][] = [[]];
  const roots = [edge.root()];
  for (const hash of hashes) {
    stored[0]?.push(hash);
    for (const { level, index, hash: above } of edge.append(hash)) {
      stored[level] ??= [];
      expect(index).toBe(stored[level]?.length);
      stored[level]?.push(above);
    }
    roots.push(edge.root());
  }
  const read: ReadHashes = async (level, from, count) => (stored[level] ?? []).slice(from, from + count);
  return { roots, read };
}

/** MTH of RFC 6962, section 2.1, word for word. */
function mth(hashes: readonly Buffer[]): Buffer {
  if (hashes.length === 0) return sha256("");
  const [only] = hashes;
  if (hashes.length === 1 && only) return only;
  let k = 1;
  while (k * 2 < hashes.length) k *= 2;
  return sha256(Buffer.concat([Buffer.of(1), mth(hashes.slice(0, k)), mth(hashes.slice(k))]));
}

it("has the roots and proofs of RFC 6962's first trees", async () => {
  const { roots, read } = grow(INPUTS.map((hex) => leafHash(Buffer.from(hex, "hex"))));
  expect(roots.map((root) => root.toString("hex"))).toEqual([sha256("").toString("hex"), ...ROOTS]);
  const hexes = async (proof: Promise<Buffer[]>) => (await proof).map((hash) => hash.toString("hex"));
  expect(await hexes(inclusionProof(read, 0, 1))).toEqual([]);
  expect(await hexes(inclusionProof(read, 0, 8))).toEqual([
    "96a296d224f285c67bee93c30f8a309157f0daa35dc5b87e410b78630a09cfc7",
    "5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e",
    "6b47aaf29ee3c2af9af889bc1fb9254dabd31177f16232dd6aab035ca39bf6e4",
  ]);
  expect(await hexes(consistencyProof(read, 6, 8))).toEqual([
    "0ebc5d3437fbe2db158b9f126a1d118e308181031d0a949f8dededebc558ef6a",
    "ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0",
    "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
  ]);
  expect(await consistencyProof(read, 0, 8)).toEqual([]);
  expect(await consistencyProof(read, 8, 8)).toEqual([]);
});

it("has the roots that the RFC defines beyond full tiles, also when it goes on from its right edge", () => {
  const hashes = Array.from({ length: 2 * TILE + 3 }, (_, n) => leafHash(Buffer.from(`${n}`)));
  const { roots } = grow(hashes);
  for (const size of [1, 100, TILE - 1, TILE, TILE + 1, 2 * TILE - 1, 2 * TILE, 2 * TILE + 3]) {
    expect(roots[size]?.equals(mth(hashes.slice(0, size))), `${size}`).toBe(true);
  }
  const level1 = [mth(hashes.slice(0, TILE))];
  const edge = new Edge(TILE + 2, [hashes.slice(TILE, TILE + 2), level1]);
  expect(edge.root()).toEqual(roots[TILE + 2]);
  for (const hash of hashes.slice(TILE + 2)) edge.append(hash);
  expect(edge.root()).toEqual(roots.at(-1));
});
