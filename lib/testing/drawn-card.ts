import sharp, { type Sharp } from "sharp";

const LINES = Array.from(
  { length: 6 },
  (_, row) => `<text x="330" y="${150 + row * 52}" font-size="26">SPECIMEN ${row}4 ADA</text>`,
);
const MRZ = [530, 575].map(
  (y) =>
    `<text x="30" y="${y}" font-size="31" font-family="monospace">P&lt;UTOEXAMPLE&lt;&lt;ADA&lt;&lt;&lt;L898902C36UTO74</text>`,
);

/** A card of nobody's, or a passport's page with a `ratio` of 1.42. */
function drawn({ ratio = 1.586, paper = "#d9dccf" } = {}): Buffer {
  const height = 630;
  const width = Math.round(height * ratio);
  return Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
    <rect width="${width}" height="${height}" rx="24" fill="${paper}"/><rect width="${width}" height="70" y="10" fill="#9fb2c8"/>
    <text x="40" y="60" font-size="38" fill="#123">REPUBLIC OF UTOPIA</text><rect x="50" y="120" width="240" height="310" fill="#7a6a5c"/>
    <circle cx="170" cy="230" r="70" fill="#c9a68c"/><g fill="#222">${LINES.join("")}${MRZ.join("")}</g></svg>`);
}

const GLARE = Buffer.from(`<svg width="300" height="300"><radialGradient id="g"><stop offset="0.55" stop-color="#fff"/>
  <stop offset="1" stop-color="#fff" stop-opacity="0"/></radialGradient><circle cx="150" cy="150" r="150" fill="url(#g)"/></svg>`);

/** How a camera sees a card. `left` and `top`: pixels off the middle. `desk`: its light, of 255. */
export type Scene = {
  width?: number;
  height?: number;
  ratio?: number;
  paper?: string;
  turn?: number;
  share?: number;
  left?: number;
  top?: number;
  light?: number;
  blur?: number;
  glare?: boolean;
  desk?: number;
};

/** Around the picture, so that a card may lie partly outside it. */
const AROUND = 400;

const raw = (image: Sharp) => image.raw().toBuffer({ resolveWithObject: true });
const again = ({ data, info }: Awaited<ReturnType<typeof raw>>) => sharp(data, { raw: info });

/** A picture with a card that is `share` of it wide, on a desk with a grain. */
export async function drawScene(scene: Scene = {}): Promise<Sharp> {
  const { width = 900, height = 600, turn = 0, share = 0.8, left = 0, top = 0, light = 1, blur = 0 } = scene;
  const turned = sharp(drawn(scene))
    .resize({ width: Math.round(width * share) })
    .rotate(turn, { background: "#0000" });
  const { data: document, info } = await turned.png().toBuffer({ resolveWithObject: true });
  const size = { width: width + 2 * AROUND, height: height + 2 * AROUND, channels: 3 as const };
  const noise = { type: "gaussian" as const, mean: scene.desk ?? 60, sigma: 6 };
  const table = await raw(sharp({ create: { ...size, background: "#000", noise } }));
  const at = {
    left: AROUND + Math.round((width - info.width) / 2 + left),
    top: AROUND + Math.round((height - info.height) / 2 + top),
  };
  const lamp = scene.glare ? [{ input: GLARE, left: AROUND + 300, top: AROUND + 150 }] : [];
  const laid = again(await raw(again(table).composite([{ input: document, ...at }, ...lamp])));
  const seen = laid.extract({ left: AROUND, top: AROUND, width, height }).linear(light, 0);
  return blur ? seen.blur(blur) : seen;
}
