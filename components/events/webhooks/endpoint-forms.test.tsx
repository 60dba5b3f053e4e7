import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { EndpointTypes } from "./endpoint-forms";

const groups = [{ prefix: "solo_account", types: [{ type: "solo_account.verified", when: "Now." }] }] as const;

test("the group of types is named, and described by the error of the choice", () => {
  const shown = (error?: string) =>
    renderToStaticMarkup(
      <EndpointTypes
        groups={groups.map(({ prefix, types }) => ({ prefix, types: [...types] }))}
        some
        chosen={["solo_account.verified"]}
        error={error}
      />,
    );
  expect(shown()).toMatch(/<fieldset id="\S+" aria-label="Which events" tabindex="-1"/);
  const wrong = shown("Choose at least one.");
  expect(wrong).toMatch(/<fieldset id="\S+" aria-label="Which events" aria-describedby="types-error" tabindex="-1"/);
  expect(wrong).toMatch(/<p id="types-error".+Choose at least one\./);
});
