import { readdirSync, readFileSync } from "node:fs";
import sharp from "sharp";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { GET, generateStaticParams } from "@/app/(site)/verify/ledger/[program]/route";
import { SERVICE_NAME, SERVICE_TAGLINE } from "@/lib/platform/brand";

const Manifest = z.object({
  name: z.string(),
  description: z.string(),
  icons: z.array(z.object({ src: z.string(), sizes: z.string(), type: z.string() })),
});
const manifest = Manifest.parse(JSON.parse(readFileSync("public/site.webmanifest", "utf8")));

test("the manifest matches the pages", () => {
  expect(manifest).toMatchObject({ name: SERVICE_NAME, description: SERVICE_TAGLINE });
});

describe("the images in public have their declared size", () => {
  test.each([
    ...manifest.icons.map(({ src, sizes }) => [src, sizes]),
    ["/apple-touch-icon.png", "180x180"],
    ["/social.png", "1200x630"],
  ])("%s: %s", async (src, sizes) => {
    const { width, height, format } = await sharp(`public${src}`).metadata();
    expect([`${width}x${height}`, format]).toEqual([sizes, "png"]);
  });
});

test.each(["light", "dark"])("the picture of the product is small: %s", async (theme) => {
  const file = readFileSync(`public/product-${theme}.avif`);
  const { width, height, format } = await sharp(file).metadata();
  expect([`${width}x${height}`, format]).toEqual(["640x432", "heif"]);
  expect(file.length).toBeLessThan(9 * 1024);
});

describe("the programs that verify our log", () => {
  const programs = readdirSync("clients/ledger").filter((name) => name.endsWith(".mjs"));
  const ask = (program: string) =>
    GET(new Request(`http://localhost/verify/ledger/${program}`), { params: Promise.resolve({ program }) });

  test("are all served, byte for byte, and built with the pages", async () => {
    expect(generateStaticParams().map(({ program }) => program)).toEqual(expect.arrayContaining(programs));
    for (const program of programs) {
      const answer = await ask(program);
      expect(answer.headers.get("content-disposition")).toBe(`attachment; filename="${program}"`);
      expect(Buffer.from(await answer.arrayBuffer())).toEqual(readFileSync(`clients/ledger/${program}`));
    }
  });

  test("nothing else is", async () => {
    for (const program of ["draw.d.mts", "../../package.json", ""]) expect((await ask(program)).status).toBe(404);
  });
});

test("robots may only read public pages", () => {
  const lines = readFileSync("public/robots.txt", "utf8").split("\n");
  expect(lines.filter((line) => line.startsWith("Disallow:"))).toEqual(["Disallow: /"]);
  for (const path of ["portal", "creator", "custodian", "onboard", "approve", "sign-in", "api"]) {
    expect(lines.filter((line) => line.startsWith(`Allow: /${path}`))).toEqual([]);
  }
  // Only the start of removal requests, no claimant's page.
  expect(lines.filter((line) => line.startsWith("Allow: /removal"))).toEqual(["Allow: /removal$"]);
});
