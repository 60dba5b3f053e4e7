import { createHash } from "node:crypto";
import { bitsOf } from "@/lib/domain/removals/matching/near";
import { db } from "@/lib/platform/db";
import { makeDepiction, makePartner } from "./factories";

// Hashes of pictures that no test has to draw.

/** The same on each run, so that a failure comes back. */
const bytesOf = (...seed: unknown[]): Buffer => createHash("sha256").update(JSON.stringify(seed)).digest();

/** A hash, as bits. That of another seed differs in about half of them. */
export const hashOf = (...seed: unknown[]): string => bitsOf(bytesOf(...seed).toString("hex"));

/** A hash that differs in so many bits. */
export function flipped(hash: string, count: number): string {
  const bits = [...hash];
  for (let n = 0, flips = new Set<number>(); flips.size < count; n += 1) {
    const at = bytesOf(hash, n).readUInt8();
    if (!flips.has(at)) bits[at] = bits[at] === "1" ? "0" : "1";
    flips.add(at);
  }
  return bits.join("");
}

/** A hash that differs from this one in 6 bits, and in 4 bits from its `flipped(hash, 4)`. */
export function besideFlipped(hash: string): string {
  const [three, four, seven] = [flipped(hash, 3), flipped(hash, 4), flipped(hash, 7)];
  return [...hash].map((bit, at) => (three[at] === four[at] ? seven[at] : bit)).join("");
}

/** A depiction of a new partner whose stored copy has this hash, and this one if it is mirrored. */
export async function makeHashed(pdq: string, { mirrored }: { mirrored?: string } = {}) {
  const depiction = await makeDepiction(await makePartner());
  const { id: depictionId, partnerId } = depiction;
  const turned = Array.from({ length: 7 }, (_, n) => (n === 4 && mirrored) || hashOf(pdq, "turned", n));
  await db.copyHash.create({ data: { depictionId, partnerId, part: 0, pdq, turned, quality: 90 } });
  return depiction;
}
