import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { IndexKeeping } from "./record-facts";

const until = new Date("2033-05-05T00:00:00Z");
const said = (legalHold: boolean) =>
  renderToStaticMarkup(<IndexKeeping until={until} legalHold={legalHold} />).replace(/<[^>]*>/g, "");

it("says until when the index is kept, and of one under a legal hold that its clock waits for that", () => {
  expect(said(false)).toMatch(/^Index kept until 5 May 2033/);
  expect(said(false)).not.toContain("hold");
  expect(said(true)).toMatch(/^Index kept: a legal hold stands/);
  expect(said(true)).toContain("Nothing erases it before the hold is lifted.");
  expect(said(true)).toContain("ends on 5 May 2033");
});
