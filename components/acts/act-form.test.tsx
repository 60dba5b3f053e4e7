import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { OtherSignatures } from "@/components/identity/check-facts";
import type { FormState } from "@/components/ui/form";
import { NAME_DIFFERS } from "@/lib/domain/identity/names/labels";
import { ActState, SignatureField } from "./act-form";

const drawn = (state: FormState) =>
  renderToStaticMarkup(
    <ActState value={state}>
      <SignatureField hint="As on your ID." />
    </ActState>,
  );

it("offers to add a name only after one that isn't the person's, and keeps what they typed and ticked", () => {
  expect(drawn({})).not.toContain("checkbox");
  expect(drawn({ errors: { signedName: "Type your full name to sign." } })).not.toContain("checkbox");
  const offered = drawn({ errors: { signedName: NAME_DIFFERS }, values: { signedName: "Nova Star" } });
  expect(offered).toContain('value="Nova Star"');
  expect(offered).toMatch(/type="checkbox"(?!.*checked="")/);
  const values = { signedName: "<Nova>", addsName: "on" };
  expect(drawn({ errors: { signedName: "Leave out < and >." }, values })).toMatch(/checked=""/);
});

it("shows a custodian the name that signed and the name on the ID", () => {
  const signature = { id: "a", name: "Alex Example", at: new Date(0), sceneId: "scene" };
  const details = { legalName: "Legalia Namesworth", signatures: [signature] };
  const page = renderToStaticMarkup(<OtherSignatures details={details} />);
  expect(page).toContain("Signed as “Alex Example”; the ID says “Legalia Namesworth”");
  expect(page).toContain("/custodian/scenes/scene");
});
