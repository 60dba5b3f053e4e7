import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { Pager, type PagerProps } from "./pager";

/** The steps from left to right: their links and texts. */
const steps = (props: PagerProps) =>
  [...renderToStaticMarkup(<Pager {...props} />).matchAll(/<(?:a|button)\b([^>]*)>(.*?)<\/(?:a|button)>/g)].map(
    ([, attributes = "", inner = ""]) => [/href="([^"]*)"/.exec(attributes)?.[1], inner.replace(/<[^>]*>/g, "")],
  );

const both = { newer: "/list?cursor=newer", older: "/list?cursor=older" };

test("the next page is to the right, and each label links to its page", () => {
  expect(steps(both)).toEqual([
    [both.newer, "Newer"],
    [both.older, "Older"],
  ]);
  expect(steps({ ...both, first: "oldest", labels: { newer: "Sent later", older: "Sent earlier" } })).toEqual([
    [both.older, "Sent earlier"],
    [both.newer, "Sent later"],
  ]);
});

test("the end of a list has no link, and a single page has no pager", () => {
  expect(steps({ ...both, newer: null })).toEqual([
    [undefined, "Newer"],
    [both.older, "Older"],
  ]);
  expect(steps({ newer: null, older: null })).toEqual([]);
});
