import sharp from "sharp";
import { expect, it } from "vitest";
import { z } from "zod";
import { draw } from "@/lib/testing/pictures";
import { hashPhoto, isSamePhoto, keptHashes, type PhotoHashes, photoKeys, photoMarks, readHashes } from "./photo-marks";

const hashesOf = async (kind: "person" | "document_front", photo: Buffer): Promise<PhotoHashes> => {
  const hash = await hashPhoto(photo);
  if (!hash) throw new Error("the photo has no hash");
  return { [kind]: hash };
};

/** A hash that is the same whichever way the photo is held. */
const of = (hex: string) => ({ upright: { whole: hex, middle: hex }, turns: Array.from({ length: 16 }, () => hex) });
const flipped = (bits: number): string => {
  const hash = new Uint8Array(32);
  // Spread, so that many words differ.
  for (let n = 0; n < bits; n += 1) {
    const at = (n * 29) % 256;
    hash[at >> 3] = (hash[at >> 3] ?? 0) | (1 << (at & 7));
  }
  return Buffer.from(hash).toString("hex");
};

it.each([
  ["person", 40],
  ["document_front", 31],
] as const)("calls a %s the same up to %i bits", (kind, most) => {
  const kept = (bits: number) => readHashes(keptHashes({ [kind]: of(flipped(bits)) }));
  expect(isSamePhoto({ [kind]: of(flipped(0)) }, kept(most))).toBe(true);
  expect(isSamePhoto({ [kind]: of(flipped(0)) }, kept(most + 1))).toBe(false);
});

it("compares each kind with itself alone", async () => {
  const photo = await draw(400);
  const [person, document] = [await hashesOf("person", photo), await hashesOf("document_front", photo)];
  expect(isSamePhoto(person, readHashes(keptHashes(person)))).toBe(true);
  expect(isSamePhoto(person, readHashes(keptHashes(document)))).toBe(false);
  expect(photoMarks(person).filter((mark) => photoKeys(document).includes(mark))).toEqual([]);
});

it("finds altered photos by their marks, and hardly any other", async () => {
  const photos = await Promise.all(Array.from({ length: 12 }, (_, n) => draw(410 + n)));
  const keys = await Promise.all(photos.map(async (photo) => new Set(photoKeys(await hashesOf("person", photo)))));
  const finds = (n: number, hashes: PhotoHashes) => photoMarks(hashes).some((mark) => keys[n]?.has(mark));
  let others = 0;
  for (const [n, photo] of photos.entries()) {
    const altered = [
      sharp(photo).resize(300),
      sharp(photo).flip(),
      sharp(photo).rotate(270),
      sharp(photo).modulate({ brightness: 1.1 }),
      sharp(photo).extract({ left: 16, top: 12, width: 768, height: 576 }),
    ];
    for (const version of altered) {
      expect(finds(n, await hashesOf("person", await version.jpeg({ quality: 60 }).toBuffer()))).toBe(true);
    }
    const own = await hashesOf("person", photo);
    others += keys.filter((_, other) => other !== n && finds(other, own)).length;
  }
  expect(others).toBeLessThan(12);
});

it("finds a hash that differs in a bit of every word", () => {
  const near = new Uint8Array(32);
  for (let word = 0; word < 11; word += 1) near[3 * word] = 1;
  const wanted = { person: of(Buffer.from(near).toString("hex")) };
  const keys = new Set(photoKeys(wanted));
  expect(photoMarks({ person: of(flipped(0)) }).some((mark) => keys.has(mark))).toBe(true);
  expect(photoMarks({ person: of("f".repeat(64)) }).some((mark) => keys.has(mark))).toBe(false);
});

it("calls a document the same whose photo lacks its edge, on both sides", async () => {
  for (let seed = 450; seed < 458; seed += 1) {
    const photo = await draw(seed);
    const cropped = await sharp(photo).extract({ left: 16, top: 12, width: 768, height: 576 }).jpeg().toBuffer();
    const [one, other] = [await hashesOf("document_front", photo), await hashesOf("document_front", cropped)];
    expect(isSamePhoto(one, readHashes(keptHashes(other)))).toBe(true);
    expect(isSamePhoto(other, readHashes(keptHashes(one)))).toBe(true);
  }
});

it("has 22 marks for each photo, also for one whose middle is like it", async () => {
  expect(photoMarks({})).toEqual([]);
  expect(photoMarks({ person: of(flipped(9)) })).toHaveLength(22);
  const both = {
    ...(await hashesOf("person", await draw(430))),
    ...(await hashesOf("document_front", await draw(431))),
  };
  expect(photoMarks(both)).toHaveLength(44);
});

it("reads no hashes that a version before PDQ kept, and that version reads these as numbers", async () => {
  expect(readHashes(Buffer.from('{"person":"-1234567890123","document_front":"42"}'))).toEqual({});
  const kept = keptHashes(await hashesOf("person", await draw(440)));
  const before = z.partialRecord(z.enum(["person", "document_front"]), z.string()).parse(JSON.parse(kept.toString()));
  expect(BigInt(before.person ?? "no")).toBeGreaterThan(2n ** 64n);
});

it("has none of a photo of one color, and of a file that is no photo", async () => {
  const create = { width: 300, height: 300, channels: 3 as const, background: "#246" };
  expect(await hashPhoto(await sharp({ create }).jpeg().toBuffer())).toBeNull();
  expect(await hashPhoto(Buffer.from("no photo"))).toBeNull();
});
