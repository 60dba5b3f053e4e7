import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { NamesForm } from "./forms";
import { fieldCount } from "./parts";

const pageFor = (detectedFaceCount: number) =>
  renderToStaticMarkup(
    <NamesForm
      action={async () => ({})}
      partnerName="Platform"
      title="Lake"
      kind="video"
      detectedFaceCount={detectedFaceCount}
      typed={[]}
      errors={undefined}
      cancelUrl={null}
    />,
  );

it.each([
  ["100000", 10],
  ["Infinity", 10],
  ["3.9", 3],
  ["-5", 1],
  ["x", 1],
  ["", 1],
])("shows one to ten fields, whatever number was posted: %j", (posted, shown) => {
  expect(fieldCount(Number(posted))).toBe(shown);
});

it.each([
  [0, 1],
  [4, 3],
  [11, 10],
  [12, 10],
])("shows a creator with %i detected faces %i fields", (faces, shown) => {
  const page = pageFor(faces);
  expect(page.match(/name="performers\.\d+\.email"/g)).toHaveLength(shown);
  expect(page).toContain(`name="fields" value="${shown}"`);
  const tells = page.includes("You can name at most 10 people. If there are more, don’t attest.");
  expect(tells).toBe(faces === 12);
});
