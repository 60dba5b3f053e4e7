const WAVES = 16;
const BITS = WAVES * WAVES;

/** How a picture is turned or mirrored: like the transforms of PDQ, without the upright picture. */
const TURNS = [false, true].flatMap((transposes) =>
  [false, true].flatMap((flipsRows) => [false, true].map((flipsColumns) => ({ transposes, flipsRows, flipsColumns }))),
);

/**
 * The hash of a picture and about those of its seven turned and mirrored versions, from its hash alone. Turning a picture swaps its
 * frequencies, or their signs, so it moves bits and inverts them. Near the median an inverted bit may stay: some bits differ.
 */
export function turnedHashes(hex: string): string[] {
  const bit = (at: number) => (Number.parseInt(hex.charAt((BITS - 1 - at) >> 2), 16) >> (at & 3)) & 1;
  return TURNS.map(({ transposes, flipsRows, flipsColumns }) => {
    let turned = "";
    for (let at = BITS - 4; at >= 0; at -= 4) {
      let digit = 0;
      for (let n = 0; n < 4; n += 1) {
        const [row, column] = [Math.floor((at + n) / WAVES), (at + n) % WAVES];
        const from = transposes ? column * WAVES + row : row * WAVES + column;
        // The first wave, at 0, is odd: mirrored, it changes its sign.
        const inverts = (flipsRows && row % 2 === 0) !== (flipsColumns && column % 2 === 0);
        digit |= (bit(from) ^ Number(inverts)) << n;
      }
      turned += digit.toString(16);
    }
    return turned;
  });
}

/** A hash that PostgreSQL wrote, in hexadecimal. */
export const hexOfBits = (bits: string): string =>
  bits.replaceAll(/[01]{4}/g, (four) => Number.parseInt(four, 2).toString(16));
