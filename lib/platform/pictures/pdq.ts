// PDQ, the perceptual hash that platforms exchange: 256 bits of a picture's 16 × 16 lowest frequencies. Pure functions over pixels
// without imports, so that a browser and a program in Node compute the same. Numbers are rounded to 32 bits wherever the reference
// rounds them, so that equal pixels have equal hashes to the bit. Where it comes from: docs/decisions/095-pictures-are-compared-by-pdq.md.

/** RGB or RGBA, row by row, as in a browser's `ImageData` or from `sharp(…).raw()`. Alpha is ignored: flatten before. */
export type Pixels = { data: Uint8Array | Uint8ClampedArray; width: number; height: number };

/** `hex`: 64 digits. `quality`: how much there is to see, from 0 for a plain color to 100. */
export type Pdq = { hex: string; quality: number };

/** Below this quality there is too little to see, and a hash matches other pictures. */
export const PDQ_QUALITY_MIN = 50;

/** Pictures that differ in at most this many bits are the same one, altered. */
export const PDQ_DISTANCE_MAX = 31;

const { fround } = Math;

/** The reference has tested none smaller. */
const SIDE_MIN = 5;
/** Larger pictures are squeezed into a square of this side first, by leaving pixels out. */
const SIDE_MAX = 512;
/** The picture is cut into this many blocks each way. */
const BLOCKS = 64;
/** Frequencies each way, without the mean. */
const WAVES = 16;
const BITS = WAVES * WAVES;

type Plane = { values: Float32Array; width: number; height: number };

/** The versions of a picture that are turned by quarters or mirrored, in the reference's order. */
const TRANSFORMS = {
  original: {},
  turnedLeft: { isTransposed: true, flipsRows: true },
  turnedAround: { flipsRows: true, flipsColumns: true },
  turnedRight: { isTransposed: true, flipsColumns: true },
  upsideDown: { flipsRows: true },
  mirrored: { flipsColumns: true },
  transposed: { isTransposed: true },
  transverse: { isTransposed: true, flipsRows: true, flipsColumns: true },
} as const satisfies Readonly<Record<string, Transform>>;

/** What is done to a picture, the transposition first. `flipsRows` turns it upside down. */
type Transform = { isTransposed?: boolean; flipsRows?: boolean; flipsColumns?: boolean };

export type PdqTransform = keyof typeof TRANSFORMS;

/** A picture's hash, or null if it is too small for one. */
export function pdqOf(pixels: Pixels): Pdq | null {
  if (isTiny(pixels)) return null;
  const blocks = blocksOf(blurred(lightOf(pixels)), {});
  return { hex: hexOf(frequenciesOf(blocks)), quality: qualityOf(blocks) };
}

/**
 * The hashes that the turned and mirrored versions of a picture have, up to a few bits. The picture is blurred once, which is most
 * of the work. Null if it is too small.
 */
export function pdqTransformsOf(pixels: Pixels): { hexes: Record<PdqTransform, string>; quality: number } | null {
  if (isTiny(pixels)) return null;
  const plane = blurred(lightOf(pixels));
  const hexes = Object.entries<Transform>(TRANSFORMS).map(([name, { isTransposed = false, ...flips }]) => {
    // Of a transposed picture, the rows are columns.
    const before = isTransposed ? { flipsRows: flips.flipsColumns, flipsColumns: flips.flipsRows } : flips;
    const frequencies = frequenciesOf(blocksOf(plane, before));
    return [name, hexOf(isTransposed ? transposed(frequencies) : frequencies)];
  });
  return { hexes: Object.fromEntries(hexes), quality: qualityOf(blocksOf(plane, {})) };
}

/** A hash as eight words, to compare it with many. */
export function pdqWords(hex: string): Uint32Array {
  if (!/^[0-9a-f]{64}$/i.test(hex)) throw new RangeError("A PDQ hash has 64 hexadecimal digits.");
  return Uint32Array.from({ length: 8 }, (_, n) => Number.parseInt(hex.slice(n * 8, n * 8 + 8), 16));
}

/** In how many of 256 bits two hashes differ. */
export function pdqDistance(one: Uint32Array, other: Uint32Array): number {
  let bits = 0;
  for (let n = 0; n < 8; n += 1) {
    // Counts the bits of all pairs, then of all groups of four, then of all bytes, and adds up the bytes.
    let word = (one[n] ?? 0) ^ (other[n] ?? 0);
    word -= (word >>> 1) & 0x55555555;
    word = (word & 0x33333333) + ((word >>> 2) & 0x33333333);
    bits += Math.imul((word + (word >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
  }
  return bits;
}

const isTiny = ({ width, height }: Pixels): boolean => width < SIDE_MIN || height < SIDE_MIN;

const weighed = (weight: number): Float32Array => Float32Array.from({ length: 256 }, (_, n) => fround(weight) * n);
const RED = weighed(0.299);
const GREEN = weighed(0.587);
const BLUE = weighed(0.114);

/** The light of a picture's pixels, or of those that a large one keeps. */
function lightOf({ data, width, height }: Pixels): Plane {
  const channels = data.length / (width * height);
  if (channels !== 3 && channels !== 4) throw new RangeError("Pixels are RGB or RGBA.");
  const isLarge = width > SIDE_MAX || height > SIDE_MAX;
  const size = isLarge ? { width: SIDE_MAX, height: SIDE_MAX } : { width, height };
  const values = new Float32Array(size.width * size.height);
  let to = 0;
  for (let y = 0; y < size.height; y += 1) {
    const row = Math.floor((y * height) / size.height) * width;
    for (let x = 0; x < size.width; x += 1) {
      const at = (row + Math.floor((x * width) / size.width)) * channels;
      const redAndGreen = fround((RED[data[at] ?? 0] ?? 0) + (GREEN[data[at + 1] ?? 0] ?? 0));
      values[to++] = redAndGreen + (BLUE[data[at + 2] ?? 0] ?? 0);
    }
  }
  return { values, ...size };
}

/** Jarosz's filter: boxes of half a block, twice along rows and columns, are about a tent over a block. */
function blurred(plane: Plane): Plane {
  const { values, width, height } = plane;
  const between = new Float32Array(values.length);
  for (let pass = 0; pass < 2; pass += 1) {
    for (let y = 0; y < height; y += 1) boxAlong(values, between, { from: y * width, step: 1, length: width });
    for (let x = 0; x < width; x += 1) boxAlong(between, values, { from: x, step: width, length: height });
  }
  return plane;
}

/** Half a block. An even box reaches one further ahead than back. */
const boxFor = (side: number): number => Math.ceil(side / (2 * BLOCKS));

type Line = { from: number; step: number; length: number };

/** The mean around each value of a line, of a box that is cut off at the line's ends. */
function boxAlong(source: Float32Array, target: Float32Array, { from, step, length }: Line): void {
  const size = boxFor(length);
  const ahead = Math.floor(size / 2);
  let sum = 0;
  let count = 0;
  for (let n = -ahead; n < length; n += 1) {
    if (n + ahead < length) {
      sum = fround(sum + (source[from + (n + ahead) * step] ?? 0));
      count += 1;
    }
    if (n + ahead >= size) {
      sum = fround(sum - (source[from + (n + ahead - size) * step] ?? 0));
      count -= 1;
    }
    if (n >= 0) target[from + n * step] = sum / count;
  }
}

/** The value in the middle of each block, of the plane as it is or flipped. */
function blocksOf(
  { values, width, height }: Plane,
  { flipsRows, flipsColumns }: Omit<Transform, "isTransposed">,
): Float32Array {
  const rows = middles(height, flipsRows);
  const columns = middles(width, flipsColumns);
  return Float32Array.from(rows.flatMap((row) => columns.map((column) => values[row * width + column] ?? 0)));
}

/**
 * Where the middles of the blocks are along a side. Flipped, they are where a flipped picture would have them: two passes of an
 * even box have moved everything by a pixel, which in a flipped picture is the other direction.
 */
function middles(side: number, isFlipped = false): number[] {
  const moved = boxFor(side) % 2 === 0 ? 2 : 0;
  return Array.from({ length: BLOCKS }, (_, block) => {
    const middle = Math.floor(((block + 0.5) * side) / BLOCKS);
    return isFlipped ? Math.max(0, side - 1 - middle - moved) : middle;
  });
}

/** Adds up how much neighboring blocks differ. Whole percents only, because many small differences make no feature. */
function qualityOf(blocks: Float32Array): number {
  const difference = (one: number, other: number) =>
    Math.abs(Math.trunc(fround(fround(fround((blocks[one] ?? 0) - (blocks[other] ?? 0)) * 100) / 255)));
  let sum = 0;
  for (let at = 0; at < blocks.length; at += 1) {
    if (at + BLOCKS < blocks.length) sum += difference(at, at + BLOCKS);
    if ((at + 1) % BLOCKS !== 0) sum += difference(at, at + 1);
  }
  return Math.min(100, Math.floor(sum / 90));
}

/** The cosine waves of 1 to 16 half periods over the blocks. */
const COSINES = Float32Array.from({ length: WAVES * BLOCKS }, (_, at) => {
  const wave = Math.floor(at / BLOCKS) + 1;
  return fround(Math.sqrt(2 / BLOCKS)) * Math.cos((Math.PI / 2 / BLOCKS) * wave * (2 * (at % BLOCKS) + 1));
});

/** The discrete cosine transform of the blocks, first along columns, then along rows. */
function frequenciesOf(blocks: Float32Array): Float32Array {
  const sums = new Float32Array(WAVES * BLOCKS);
  for (let wave = 0; wave < WAVES; wave += 1) {
    for (let column = 0; column < BLOCKS; column += 1) {
      sums[wave * BLOCKS + column] = product(blocks, { from: column, step: BLOCKS, length: BLOCKS }, wave);
    }
  }
  const frequencies = new Float32Array(BITS);
  for (let row = 0; row < WAVES; row += 1) {
    for (let wave = 0; wave < WAVES; wave += 1) {
      frequencies[row * WAVES + wave] = product(sums, { from: row * BLOCKS, step: 1, length: BLOCKS }, wave);
    }
  }
  return frequencies;
}

function product(values: Float32Array, { from, step, length }: Line, wave: number): number {
  let sum = 0;
  for (let n = 0; n < length; n += 1) {
    sum = fround(sum + fround((values[from + n * step] ?? 0) * (COSINES[wave * BLOCKS + n] ?? 0)));
  }
  return sum;
}

const transposed = (frequencies: Float32Array): Float32Array =>
  frequencies.map((_, at) => frequencies[(at % WAVES) * WAVES + Math.floor(at / WAVES)] ?? 0);

/** One bit for each frequency, set above the median. The last frequency is the first bit that is written. */
function hexOf(frequencies: Float32Array): string {
  // Phones from before 2023 have no `toSorted`.
  const median = Float32Array.from(frequencies).sort()[BITS / 2 - 1] ?? 0;
  let hex = "";
  for (let at = BITS - 4; at >= 0; at -= 4) {
    let digit = 0;
    for (let bit = 0; bit < 4; bit += 1) digit |= Number((frequencies[at + bit] ?? 0) > median) << bit;
    hex += digit.toString(16);
  }
  return hex;
}
