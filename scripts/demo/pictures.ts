import sharp from "sharp";

const [WIDTH, HEIGHT] = [720, 480];
const [COLUMNS, ROWS] = [9, 6];

/** An abstract picture, unlike those of other numbers, so that our search for similar copies finds none. Always the same for a number. */
export function drawWork(number: number): Promise<Buffer> {
  let state = number * 2_654_435_761 + 1;
  const next = (below: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
  const hue = next(360);
  const tiles = Array.from({ length: COLUMNS * ROWS }, (_, n) => {
    const [x, y] = [(n % COLUMNS) * (WIDTH / COLUMNS), Math.floor(n / COLUMNS) * (HEIGHT / ROWS)];
    const colour = `hsl(${(hue + next(60)) % 360} ${30 + next(40)}% ${10 + next(80)}%)`;
    return `<rect x="${x}" y="${y}" width="${WIDTH / COLUMNS}" height="${HEIGHT / ROWS}" fill="${colour}"/>`;
  });
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}">${tiles.join("")}</svg>`;
  return sharp(Buffer.from(svg)).blur(12).jpeg({ quality: 78 }).toBuffer();
}
