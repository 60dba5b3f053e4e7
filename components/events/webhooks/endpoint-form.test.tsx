import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import type { FormState } from "@/components/ui/form";
import { deliveryFacts } from "@/lib/domain/events/reference";
import { DeliveryResend } from "./delivery-live";
import { EndpointFields, EndpointNew, EndpointSettings } from "./endpoint-forms";

// Marks an action as the framework does on the server, for the page rendered before any script. Also with bound
// arguments.
const marked = async (): Promise<FormState> => ({});
const act: typeof marked = Object.assign(marked, {
  $$FORM_ACTION: () => ({ name: "$ACTION", method: "POST", encType: "multipart/form-data", data: null }),
  bind: () => marked,
});
const kept = { url: "https://kept.example/", description: null, types: [], perSecond: null };
const shared = {
  facts: deliveryFacts(),
  groups: [{ prefix: "solo_account", types: [{ type: "solo_account.verified" as const, when: "Now." }] }],
};

test.each([
  [
    "add an endpoint",
    <EndpointNew key="new" {...shared} create={act} test={{ send: async (_, state) => state, press: "one" }} />,
  ],
  ["save changes", <EndpointSettings key="save" {...shared} endpoint={kept} edit={act} />],
  ["resend", <DeliveryResend key="resend" resend={act} />],
])("a form submitted before its script loads is posted, and not in the URL: %s", (_, form) => {
  expect(renderToStaticMarkup(form)).toMatch(/<form[^>]* method="POST"/);
});

test.each([
  [true, "http or https. It may be on this machine or network."],
  [false, "https, on a public host."],
])("the form tells which URLs are allowed: private %s", (allowsPrivate, hint) => {
  const facts = { ...shared.facts, allowsPrivate };
  expect(renderToStaticMarkup(<EndpointFields {...shared} facts={facts} state={{}} />)).toContain(hint);
});

test("the form keeps its input if it is invalid", () => {
  const values = { url: "hooks", description: "Main", choice: "some", types: "solo_account.verified" };
  const html = renderToStaticMarkup(
    <EndpointFields {...shared} state={{ errors: { url: "No." }, values }} endpoint={kept} />,
  );
  expect(html).toContain('value="hooks"');
  expect(html).toContain('value="Main"');
  expect(html).toMatch(
    /<input[^>]*checked=""[^>]*value="solo_account.verified"|value="solo_account.verified"[^>]*checked=""/,
  );
  const without = renderToStaticMarkup(
    <EndpointFields {...shared} state={{ errors: {}, values: { ...values, types: "" } }} endpoint={kept} />,
  );
  expect(without).toContain("Which events");
});
