import { readFileSync } from "node:fs";
import { join } from "node:path";
import sharp, { type Sharp } from "sharp";
import { expect, it } from "vitest";
import { PDQ_QUALITY_MIN, type PdqTransform, type Pixels, pdqDistance, pdqOf, pdqTransformsOf, pdqWords } from "./pdq";

const PICTURES = "lib/testing/pdq";

/** Published hashes, and what quality the reference finds. See lib/testing/pdq/README.md. */
const REFERENCES = {
  "shrink-a-little.jpg": ["d8f8f0cee0f4a84f0e370a22038f67f0b36e2ed596621e1d33e6339c4e9c9b22", 100],
  "shrink-a-lot.jpg": ["d0f8f1ccc0f4a84d0a370a3a228f67f0b36e2ed5b6623e1d33e6339c4e9c9b22", 100],
  "square-128x128.jpg": ["d8f8f1eec0f4a84f0e37022a078f63f0b36e2ed596621e1d33e6239c4e9c9b22", 100],
  "square-256x256.jpg": ["d8f8f0cec4f4a84f0637022a078f67f0b36e2ee5b6621e1d33e6239c4e9c9b22", 100],
  "square-512x512.jpg": ["d8f8f0cec0f4a84f0637022a278f67f0b36e2ed596621e1d33e6339c4e9c9b22", 100],
  "wee.jpg": ["6227401f601ff4ccafcc9fad4b0d95d371a2eb7265a3285234d228ca94deeb2d", 100],
  "small.jpg": ["0007001f003f003f007f00ff00ff00ff01ff01ff01ff03ff03ff03ff03ff03ff", 0],
  "q0003.jpg": ["54a977c221d14c1c43ba5e6e21d4a13989a3553f1462611cbb85fda7be83b677", 3],
  "q0004.jpg": ["992d44af36d69e6ca6b812585928bac11def254ef5398c6d07466c9abcc65b92", 4],
  "q0122.jpg": ["cfb2009ddd21c6dab0046a7745b5984757a8a4535b3377aea2591d32b33ff940", 100],
  "q0291.jpg": ["a0fe94f1e5cc1cc8dd855948498dc9243f7ca27336f036d7f212b74bc103c9a7", 100],
  "q0746.jpg": ["1049d96239e24d4dca2c55512b8bdb77425f4dbcf575a0a95555aaab5554aaaa", 100],
  "q1050.jpg": ["489db672e9190276d452aeab41eba20f02375fe4092d88defdf491a5c55c5f70", 100],
  "q2821.jpg": ["b150231ffae4710ffcf4f18bb574b109a576f14bb8543189f8743289f174b109", 100],
} as const;

/** Published hashes of turned and mirrored files of the same picture of a bridge as `shrink-a-little.jpg`. */
const TURNED_BRIDGES: Readonly<Record<PdqTransform, string>> = {
  original: "d8f8f0cce0f4a84f0e370a22028f67f0b36e2ed596623e1d33e6b39c4e9c9b22",
  turnedLeft: "38a50efd71c83f429013d68d0ffffc52e34e0e15ada952a9d29684214aa9e5af",
  turnedAround: "2dadda64b5a142e5d362209057da895ae63b8c7fc277b4b766b319361f893188",
  turnedRight: "a5f0a457248995e8c9065c275aaa54d8b61ba4bdf8fcfc0387c32f8b0bfc4f05",
  upsideDown: "d8f80f31e0f417b00e37f5dd028f980fb36ed12a9662c1e233e64c634e9c64dd",
  mirrored: "0dad259bb1a1bd18d362576556da32a1e63b7380c2374b4866b3c6c91b89ce77",
  transposed: "f0a5e10271dcc0bd9c5309720fff018de34ef1e8ada9a956d2967ade1ea91a50",
  transverse: "69f05aa8a4996a17c146a2da5aaaab07b61b5b60f8fc07fc83c3d0740bfcb0fa",
};

/** Versions of a file of pixels, made by turning and mirroring its pixels. */
const TURNS: Readonly<Record<PdqTransform, (picture: Sharp) => Sharp>> = {
  original: (picture) => picture,
  turnedLeft: (picture) => picture.rotate(270),
  turnedAround: (picture) => picture.rotate(180),
  turnedRight: (picture) => picture.rotate(90),
  upsideDown: (picture) => picture.flip(),
  mirrored: (picture) => picture.flop(),
  // Sharp mirrors before it turns.
  transposed: (picture) => picture.flip().rotate(90),
  transverse: (picture) => picture.flop().rotate(90),
};

async function pixelsOf(picture: Sharp): Promise<Pixels> {
  const { data, info } = await picture.removeAlpha().raw().toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
}

const read = (name: string): Sharp => sharp(readFileSync(join(PICTURES, name)));
const distance = (one = "", other = ""): number => pdqDistance(pdqWords(one), pdqWords(other));

/** Pixels of a pattern that has something in each direction. */
function pattern(width: number, height: number, channels = 3): Pixels {
  const data = new Uint8Array(width * height * channels);
  for (let at = 0; at < data.length; at += 1) {
    const [x, y] = [Math.floor(at / channels) % width, Math.floor(at / channels / width)];
    data[at] = 128 + 60 * Math.sin(x / 9 + (y * y) / 900) + 60 * Math.cos((x * y) / 700);
    if (at % channels === 3) data[at] = 7;
  }
  return { data, width, height };
}

it.each(Object.entries(REFERENCES))("hashes %s as the reference does", async (name, [hex, quality]) => {
  const found = pdqOf(await pixelsOf(read(name)));
  expect(found?.quality).toBe(quality);
  // Decoders differ by a little, which matters where there is little to see.
  expect(distance(found?.hex, hex)).toBeLessThanOrEqual(quality >= 80 ? 0 : 10);
});

it("hashes what a picture's turned and mirrored files have as their hashes", async () => {
  const { hexes, quality } = pdqTransformsOf(await pixelsOf(read("shrink-a-little.jpg"))) ?? {};
  expect(quality).toBe(100);
  for (const [name, published] of Object.entries(TURNED_BRIDGES)) {
    expect(distance(hexes?.[name as PdqTransform], published), name).toBeLessThanOrEqual(10);
  }
});

it.each(Object.entries(REFERENCES).filter(([, [, quality]]) => quality >= 80))(
  "hashes %s turned and mirrored as its pixels are when turned and mirrored",
  async (name) => {
    const pixels = await pixelsOf(read(name));
    const { hexes } = pdqTransformsOf(pixels) ?? {};
    expect(hexes?.original).toBe(pdqOf(pixels)?.hex);
    // Dense foliage, with much of it at the edges, where boxes are cut off.
    const most = name === "q0122.jpg" ? 20 : 8;
    for (const [turn, make] of Object.entries(TURNS)) {
      const turned = pdqOf(await pixelsOf(make(read(name))));
      expect(distance(hexes?.[turn as PdqTransform], turned?.hex), turn).toBeLessThanOrEqual(most);
    }
  },
);

it("finds nothing to see in plain colors, and little in soft gradients", () => {
  for (const light of [0, 77, 255]) {
    expect(pdqOf({ data: new Uint8Array(300 * 200 * 3).fill(light), width: 300, height: 200 })?.quality).toBe(0);
  }
  const gradient = pattern(300, 200);
  gradient.data.forEach((_, at) => {
    gradient.data[at] = (at / gradient.data.length) * 255;
  });
  expect(pdqOf(gradient)?.quality).toBeLessThan(PDQ_QUALITY_MIN);
});

it("refuses tiny pictures, and data that isn't pixels", () => {
  expect(pdqOf(pattern(4, 300))).toBeNull();
  expect(pdqTransformsOf(pattern(300, 4))).toBeNull();
  expect(pdqOf(pattern(5, 5))?.hex).toMatch(/^[0-9a-f]{64}$/);
  expect(() => pdqOf({ data: new Uint8Array(100), width: 10, height: 10 })).toThrow(RangeError);
  expect(() => pdqOf({ data: new Uint8Array(301), width: 10, height: 10 })).toThrow(RangeError);
});

it("reads RGB and RGBA alike, and leaves pixels out of large pictures", () => {
  expect(pdqOf(pattern(400, 300, 4))).toEqual(pdqOf(pattern(400, 300)));
  const { data } = pattern(400, 300, 4);
  expect(pdqOf({ data: new Uint8ClampedArray(data), width: 400, height: 300 })).toEqual(pdqOf(pattern(400, 300)));
  const [small, large] = [pattern(512, 512), pattern(1024, 512)];
  // Every pixel twice.
  large.data.forEach((_, at) => {
    const pixel = Math.floor(at / 3);
    const column = Math.floor((pixel % 1024) / 2);
    large.data[at] = small.data[(Math.floor(pixel / 1024) * 512 + column) * 3 + (at % 3)] ?? 0;
  });
  expect(pdqOf(large)).toEqual(pdqOf(small));
});

it("counts the bits in which hashes differ", () => {
  const none = "0".repeat(64);
  expect(distance(none, none)).toBe(0);
  expect(distance(none, "f".repeat(64))).toBe(256);
  expect(distance(none, `8${"0".repeat(62)}1`)).toBe(2);
  expect(distance(REFERENCES["q0746.jpg"][0], REFERENCES["q2821.jpg"][0])).toBe(
    [...(BigInt(`0x${REFERENCES["q0746.jpg"][0]}`) ^ BigInt(`0x${REFERENCES["q2821.jpg"][0]}`)).toString(2)].filter(
      (bit) => bit === "1",
    ).length,
  );
  for (const hex of ["", none.slice(1), `${none.slice(1)}g`]) expect(() => pdqWords(hex)).toThrow(RangeError);
});
