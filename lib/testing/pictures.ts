import sharp from "sharp";

/** A picture of shapes, different for each seed. */
export async function draw(seed: number): Promise<Buffer> {
  const at = (n: number, most: number) => Math.abs(Math.trunc(Math.sin(seed * 997 + n * 131) * 10_000)) % most;
  const shapes = Array.from({ length: 14 }, (_, n) => {
    const fill = `hsl(${at(n * 7, 360)} 70% ${20 + at(n * 11, 60)}%)`;
    return `<ellipse cx="${at(n * 3, 800)}" cy="${at(n * 5, 600)}" rx="${40 + at(n, 200)}" ry="${40 + at(n * 2, 200)}" fill="${fill}"/>`;
  });
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="800" height="600"><rect width="800" height="600" fill="#ccc"/>${shapes.join("")}</svg>`;
  return sharp(Buffer.from(svg)).jpeg({ quality: 95 }).toBuffer();
}
