import sharp, { type Sharp } from "sharp";
import { hashPicture } from "@/lib/platform/pictures/hash-picture";
import { PDQ_DISTANCE_MAX, type Pixels, pdqDistance, pdqOf, pdqWords } from "@/lib/platform/pictures/pdq";
import { draw } from "@/lib/testing/pictures";
import { step } from "@/scripts/progress.mjs";
import { type Bench, compared, inTurns, type Row, verdict } from "./measure";

const WIDTH = 800;
const HEIGHT = 600;
/** The reference hashes larger pictures at this size too. */
const SIDE = 512;

type Alteration = { make: (picture: Buffer) => Sharp; atLeast?: number };

const svg = (width: number, height: number, content: string): Buffer =>
  Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${content}</svg>`);

/** What people and platforms do to pictures. Without a goal: PDQ isn't made for it. */
const ALTERATIONS: Readonly<Record<string, Alteration>> = {
  "scaled to 40 %": {
    make: (picture) =>
      sharp(picture)
        .resize(Math.round(WIDTH * 0.4))
        .jpeg({ quality: 85 }),
    atLeast: 99,
  },
  "recompressed at quality 25": { make: (picture) => sharp(picture).jpeg({ quality: 25 }), atLeast: 99 },
  "made gray": { make: (picture) => sharp(picture).greyscale().jpeg({ quality: 85 }), atLeast: 90 },
  mirrored: { make: (picture) => sharp(picture).flop().jpeg({ quality: 85 }), atLeast: 99 },
  "with text over them": {
    make: (picture) => {
      const text = `<text x="40" y="330" font-size="72" font-weight="bold" fill="#fff" stroke="#000">only on my page</text>`;
      return sharp(picture)
        .composite([{ input: svg(WIDTH, HEIGHT, text) }])
        .jpeg({ quality: 85 });
    },
    atLeast: 90,
  },
  "cropped by 10 %": {
    make: (picture) => {
      const [width, height] = [WIDTH * 0.9, HEIGHT * 0.9];
      return sharp(picture)
        .extract({ left: WIDTH * 0.05, top: HEIGHT * 0.05, width, height })
        .jpeg({ quality: 85 });
    },
  },
  "in a border of 5 %": {
    atLeast: 90,
    make: (picture) => {
      const [x, y] = [WIDTH * 0.05, HEIGHT * 0.05];
      return sharp(picture).extend({ top: y, bottom: y, left: x, right: x, background: "#000" }).jpeg({ quality: 85 });
    },
  },
  "in a screenshot": {
    make: (picture) => {
      const bars = `<rect width="100%" height="100%" fill="#fff"/><rect width="100%" height="70" fill="#222"/>
        <circle cx="60" cy="130" r="36" fill="#999"/><rect x="120" y="115" width="300" height="28" fill="#444"/>
        <rect x="30" y="820" width="620" height="24" fill="#555"/><rect x="30" y="860" width="480" height="24" fill="#777"/>`;
      return sharp(svg(WIDTH, 920, bars))
        .composite([{ input: picture, left: 0, top: 190 }])
        .png();
    },
  },
};

/**
 * Alters pictures in the ways they are altered, and counts how many are still found: by the upright hash alone, and by all that are taken
 * of a copy, turned, mirrored and without its border. Then how long a phone's photo takes.
 */
export async function benchPictures({ short }: Bench): Promise<Row[]> {
  const count = short ? 10 : 200;
  const pictures = await step(`Drawing ${count} pictures`, () =>
    Promise.all(Array.from({ length: count }, (_, seed) => grained(seed + 1))),
  );
  const originals = await Promise.all(
    pictures.map(async (picture) => (await hashPicture(picture)).map(({ pdq }) => pdqWords(pdq))),
  );
  const rows: Row[] = [];
  let others = 0;
  let nearest = 256;
  for (const [name, { make, atLeast }] of Object.entries(ALTERATIONS)) {
    let [upright, turned] = [0, 0];
    await step(`Looking for pictures ${name}`, async () => {
      for (const [at, picture] of pictures.entries()) {
        const hashes = await hashPicture(await make(picture).toBuffer());
        const all = hashes.flatMap(({ pdq, turned }) => [pdq, ...turned].map(pdqWords));
        for (const [other, own] of originals.entries()) {
          const bits = all.flatMap((words) => own.map((mine) => pdqDistance(mine, words)));
          const isFound = Math.min(...bits) <= PDQ_DISTANCE_MAX;
          if (other === at) {
            upright += Number((bits[0] ?? 256) <= PDQ_DISTANCE_MAX);
            turned += Number(isFound);
          } else {
            others += Number(isFound);
            nearest = Math.min(nearest, ...bits);
          }
        }
      }
    });
    const part = (turned / count) * 100;
    const goal = atLeast === undefined ? "" : verdict(part, { atLeast, unit: " %" });
    const what = `pictures ${name} that are found, to the upright hash alone`;
    rows.push([what, `${turned} of ${count}`, `${upright}`, `${part.toFixed(0)} %`, goal]);
  }
  const pairs = count * (count - 1) * Object.keys(ALTERATIONS).length;
  const none = verdict(others, { atMost: 0 });
  rows.push(["altered pictures taken for another one", `${others} of ${pairs}`, "", "", none]);
  rows.push(["fewest bits between different pictures", `${nearest}`, "", "", ""]);
  return [...rows, ...(await photoRows(short))];
}

/** The CPU time for a photo of 12 megapixels, made smaller as it is decoded or not, and the bits between the two hashes. */
async function photoRows(short: boolean): Promise<Row[]> {
  const photo = await sharp(await grained(1))
    .resize(4000, 3000)
    .jpeg({ quality: 90 })
    .toBuffer();
  const whole = async () => one(await rawOf(sharp(photo)));
  const small = async () => one(await pixelsOf(sharp(photo)));
  const took = await inTurns(short ? 1 : 5, { small: () => cpuMs(small), whole: () => cpuMs(whole) });
  const bits = pdqDistance(pdqWords(await small()), pdqWords(await whole()));
  return [
    compared("a photo of 12 MP, made smaller first, CPU ms, to whole", took.small, took.whole, { atMost: 0.7 }),
    ["bits between the two", `${bits}`, "", "", verdict(bits, { atMost: 10 })],
  ];
}

/** Of several in a row, because memory is given back later. */
async function cpuMs(work: () => Promise<unknown>): Promise<number> {
  const repeats = 10;
  const before = process.cpuUsage();
  for (let n = 0; n < repeats; n += 1) await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000 / repeats;
}

/** A drawing with the grain of a photo. */
async function grained(seed: number): Promise<Buffer> {
  const grain = sharp({
    create: {
      width: WIDTH,
      height: HEIGHT,
      channels: 3,
      background: "#888",
      noise: { type: "gaussian", mean: 128, sigma: 30 },
    },
  });
  const input = await grain.png({ compressionLevel: 0 }).toBuffer();
  return sharp(await draw(seed))
    .composite([{ input, blend: "soft-light" }])
    .jpeg({ quality: 92 })
    .toBuffer();
}

const pixelsOf = (picture: Sharp): Promise<Pixels> =>
  rawOf(picture.resize({ width: SIDE, height: SIDE, fit: "inside", withoutEnlargement: true }));

async function rawOf(picture: Sharp): Promise<Pixels> {
  const { data, info } = await picture.toColourspace("srgb").removeAlpha().raw().toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
}

const one = (pixels: Pixels): string => pdqOf(pixels)?.hex ?? "";
