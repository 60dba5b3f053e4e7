import { readFileSync } from "node:fs";
import sharp from "sharp";
import { describe, expect, test } from "vitest";
import { z } from "zod";
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

test("robots may only read public pages", () => {
  const lines = readFileSync("public/robots.txt", "utf8").split("\n");
  expect(lines.filter((line) => line.startsWith("Disallow:"))).toEqual(["Disallow: /"]);
  for (const path of ["portal", "creator", "custodian", "onboard", "approve", "sign-in", "api"]) {
    expect(lines.filter((line) => line.startsWith(`Allow: /${path}`))).toEqual([]);
  }
  // Only the start of removal requests, no claimant's page.
  expect(lines.filter((line) => line.startsWith("Allow: /removal"))).toEqual(["Allow: /removal$"]);
});
