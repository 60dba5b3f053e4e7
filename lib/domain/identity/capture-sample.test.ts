import { expect, it } from "vitest";
import { readDocument } from "@/lib/platform/documents/read-document";
import {
  BAD_SHOTS,
  cards,
  GOOD_SHOTS,
  isRight,
  licenses,
  photograph,
  pixelsOf,
  type Specimen,
} from "@/lib/testing/specimens";
import { assessDocument } from "./capture-quality";

// A sample of what `npm run bench -- documents` measures, in smaller photos.
const passport = cards()[6] as Specimen;
const card = cards()[5] as Specimen;

it.each<[string, Specimen | "license"]>([
  ["upside down", passport],
  ["on its other side", card],
  ["turned", "license"],
])("takes and reads a document that is %s", async (shot, document) => {
  const specimen = document === "license" ? ((await licenses())[1] as Specimen) : document;
  const photo = await photograph(specimen, { ...GOOD_SHOTS[shot], width: 2000 });
  expect(assessDocument(await pixelsOf(photo))).toEqual({ ok: true, problem: null });
  const text = await readDocument({ photos: [photo] });
  expect(isRight(text, specimen), JSON.stringify(text)).toBe(true);
});

it.each([
  ["dark", "dark"],
  ["glaring", "glare"],
  ["cropped", "cut"],
  ["blurred", "blurred"],
  ["too far", "far"],
])("refuses a document that is %s", async (shot, problem) => {
  const photo = await photograph(card, { ...BAD_SHOTS[shot], width: 1280 });
  expect(assessDocument(await pixelsOf(photo)).problem).toBe(problem);
});
