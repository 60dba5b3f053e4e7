import sharp, { type Sharp } from "sharp";
import { describe, expect, it } from "vitest";
import { assessDocument, assessFace, type Pixels } from "./capture-quality";

// Pictures as a camera would see them: a card or a passport's page, on a desk.

const LINES = Array.from(
  { length: 6 },
  (_, row) => `<text x="330" y="${150 + row * 52}" font-size="26">SPECIMEN ${row}4 ADA</text>`,
);
const MRZ = [530, 575].map(
  (y) =>
    `<text x="30" y="${y}" font-size="31" font-family="monospace">P&lt;UTOEXAMPLE&lt;&lt;ADA&lt;&lt;&lt;&lt;&lt;L898902C36UTO74</text>`,
);

function drawn({ ratio = 1.586, paper = "#d9dccf" } = {}) {
  const height = 630;
  const width = Math.round(height * ratio);
  return Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
    <rect width="${width}" height="${height}" rx="24" fill="${paper}"/><rect width="${width}" height="70" y="10" fill="#9fb2c8"/>
    <text x="40" y="60" font-size="38" fill="#123">REPUBLIC OF UTOPIA</text><rect x="50" y="120" width="160" height="310" fill="#7a6a5c"/>
    <circle cx="170" cy="230" r="70" fill="#c9a68c"/><g fill="#222">${LINES.join("")}${MRZ.join("")}</g></svg>`);
}

type Scene = {
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

const [WIDTH, HEIGHT] = [900, 600];
/** Around the picture, so that a document may lie partly outside it. */
const AROUND = 400;

const GLARE = Buffer.from(`<svg width="300" height="300"><radialGradient id="g"><stop offset="0.55" stop-color="#fff"/>
  <stop offset="1" stop-color="#fff" stop-opacity="0"/></radialGradient><circle cx="150" cy="150" r="150" fill="url(#g)"/></svg>`);

const raw = (image: Sharp) => image.raw().toBuffer({ resolveWithObject: true });
const again = ({ data, info }: Awaited<ReturnType<typeof raw>>) => sharp(data, { raw: info });

/** A picture with a document that is `share` of it wide, on a desk with a grain. */
async function picture(scene: Scene = {}) {
  const { turn = 0, share = 0.8, left = 0, top = 0, light = 1, blur = 0, glare = false, desk = 60, ...card } = scene;
  const turned = sharp(drawn(card))
    .resize({ width: Math.round(WIDTH * share) })
    .rotate(turn, { background: "#0000" });
  const { data: document, info } = await turned.png().toBuffer({ resolveWithObject: true });
  const size = { width: WIDTH + 2 * AROUND, height: HEIGHT + 2 * AROUND, channels: 3 as const };
  const table = await raw(
    sharp({ create: { ...size, background: "#000", noise: { type: "gaussian", mean: desk, sigma: 6 } } }),
  );
  const at = {
    left: AROUND + Math.round((WIDTH - info.width) / 2 + left),
    top: AROUND + Math.round((HEIGHT - info.height) / 2 + top),
  };
  const lamp = glare ? [{ input: GLARE, left: AROUND + 300, top: AROUND + 150 }] : [];
  const laid = again(await raw(again(table).composite([{ input: document, ...at }, ...lamp])));
  const seen = laid.extract({ left: AROUND, top: AROUND, width: WIDTH, height: HEIGHT }).linear(light, 0);
  return pixels(blur ? seen.blur(blur) : seen);
}

async function pixels(image: Sharp): Promise<Pixels> {
  const { data, info } = await image.ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
}

const problemOf = async (scene: Scene) => assessDocument(await picture(scene)).problem;

describe("a picture of a document", () => {
  it.each<[string, Scene]>([
    ["a card", {}],
    ["a passport’s page", { ratio: 1.42 }],
    ["a card a little off", { turn: 8, share: 0.7 }],
    ["a card upside down", { turn: 180 }],
    ["a card that stands", { turn: 90, share: 0.6 }],
    ["a dark desk", { desk: 15 }],
    ["a slight softness", { blur: 0.8 }],
    ["a dim room", { light: 0.65 }],
  ])("is good: %s", async (_, scene) => {
    expect(await problemOf(scene)).toBeNull();
  });

  it.each<[string, Scene]>([
    ["dark", { light: 0.3 }],
    ["glare", { glare: true }],
    ["blurred", { blur: 3.5 }],
    ["cut", { left: 200 }],
    ["cut", { left: -200 }],
    ["cut", { top: 160 }],
    ["cut", { top: -160 }],
    ["cut", { share: 1.3 }],
    ["far", { share: 0.42 }],
  ])("is %s: %o", async (problem, scene) => {
    expect(await problemOf(scene)).toBe(problem);
  });

  it("is not read into an empty desk or one color", async () => {
    const plain = sharp({ create: { width: 640, height: 400, channels: 3, background: "#c8c8c8" } });
    expect(assessDocument(await pixels(plain))).toEqual({ ok: false, problem: "cut" });
  });
});

describe("a picture of a face", () => {
  const face = (light: number, blur = 0) => {
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="600" height="800"><rect width="600" height="800" fill="#667"/><ellipse cx="300" cy="400" rx="170" ry="230" fill="#c9a68c"/>
      <g fill="#222"><circle cx="235" cy="350" r="20"/><circle cx="365" cy="350" r="20"/><rect x="190" y="300" width="90" height="14"/><rect x="320" y="300" width="90" height="14"/><rect x="245" y="510" width="110" height="18"/></g></svg>`;
    const drawn = sharp(Buffer.from(svg)).linear(light, 0);
    return pixels(blur ? drawn.blur(blur) : drawn);
  };

  it.each([
    [null, 1, 0],
    ["dark", 0.25, 0],
    ["glare", 2.5, 0],
    ["blurred", 1, 14],
  ] as const)("is %s", async (problem, light, blur) => {
    expect(assessFace(await face(light, blur)).problem).toBe(problem);
  });
});
