import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { SceneFeeLines } from "./invoices";

it("lists the fee of an erased scene without a link", () => {
  const fee = { sceneFeeId: "a", sceneId: "s1", kind: "scene", job: null, cents: 500, createdAt: new Date() } as const;
  const kept = { ...fee, sceneFeeId: "b", sceneId: "s2", title: "Beach" };
  const page = renderToStaticMarkup(<SceneFeeLines fees={[{ ...fee, title: null }, kept]} />);
  expect(page).toContain("Erased scene");
  expect([...page.matchAll(/href="([^"]*)"/g)].map(([, href]) => href)).toEqual(["/portal/scenes/s2"]);
});
