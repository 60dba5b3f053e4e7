import { renderToStaticMarkup } from "react-dom/server";
import { expect, it, vi } from "vitest";
import { NamesForm } from "./forms";
import { performerField } from "./parts";

const posted = vi.hoisted(() => ({ fields: "" }));

// What the server renders after a form without JavaScript: the state that the action returned.
vi.mock("react", async (original) => ({
  ...(await original<typeof import("react")>()),
  useActionState: () => [
    { errors: { [performerField(0)]: "Enter an email address." }, values: { fields: posted.fields } },
    () => undefined,
  ],
}));

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
])("shows one to ten fields after a refusal, whatever number was posted: %j", (fields, shown) => {
  posted.fields = fields;
  const page = pageFor(2);
  expect(page.match(/name="performers\.\d+\.email"/g)).toHaveLength(shown);
  expect(page).toContain(`name="fields" value="${shown}"`);
});

it.each([
  [11, false],
  [12, true],
])("tells a creator with %i detected faces not to attest if there are too many people: %j", (faces, tells) => {
  expect(pageFor(faces).includes("You can name at most 10 people. If there are more, don’t attest.")).toBe(tells);
});
