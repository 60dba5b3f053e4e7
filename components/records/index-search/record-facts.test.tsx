import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { IndexKeeping } from "./record-facts";

const until = new Date("2033-05-05T00:00:00Z");
const said = (legalHold: boolean) =>
  renderToStaticMarkup(<IndexKeeping until={until} legalHold={legalHold} />).replace(/<[^>]*>/g, "");

it("says until when the index is kept, with and without a legal hold", () => {
  expect(said(false)).toMatch(/^Index kept until May 5, 2033/);
  expect(said(false)).not.toContain("hold");
  expect(said(true)).toMatch(/^Index kept under a legal hold/);
  expect(said(true)).toContain("It can’t be erased until the hold is lifted.");
  expect(said(true)).toContain("kept until May 5, 2033");
});
