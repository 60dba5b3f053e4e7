import { renderToStaticMarkup } from "react-dom/server";
import { expect, it, vi } from "vitest";
import { NamesForm } from "./names-form";
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

it.each([
  ["100000", 10],
  ["Infinity", 10],
  ["3.9", 3],
  ["-5", 1],
  ["x", 1],
  ["", 1],
])("shows one to ten fields after a refusal, whatever number was posted: %j", (fields, shown) => {
  posted.fields = fields;
  const upload = { partnerName: "Platform", title: "Lake", kind: "video", shootDate: null } as const;
  const page = renderToStaticMarkup(
    <NamesForm
      action={async () => ({})}
      upload={upload}
      detectedFaceCount={2}
      typed={[]}
      errors={undefined}
      cancelUrl={null}
    />,
  );
  expect(page.match(/name="performers\.\d+\.email"/g)).toHaveLength(shown);
  expect(page).toContain(`name="fields" value="${shown}"`);
});
