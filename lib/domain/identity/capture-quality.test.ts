import sharp, { type Sharp } from "sharp";
import { describe, expect, it } from "vitest";
import { drawScene, type Scene } from "@/lib/testing/drawn-card";
import { assessDocument, assessFace, type Pixels } from "./capture-quality";

async function pixels(image: Sharp): Promise<Pixels> {
  const { data, info } = await image.ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
}

const problemOf = async (scene: Scene) => assessDocument(await pixels(await drawScene(scene))).problem;

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
