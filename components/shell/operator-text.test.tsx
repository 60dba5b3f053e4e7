import { expect, it } from "vitest";
import { textOf } from "@/lib/testing/draw";
import { blocksOf, OperatorText } from "./operator-text";

it("draws paragraphs, headings and lists, and no markup of the text's own", () => {
  const text =
    "# Our terms\r\n\r\nOne line\nand the next.\n\n## Rights\n- One,\n  still one\n- Two\n\n<b>Three</b> - four";
  expect(blocksOf(text)).toEqual([
    { kind: "title", text: "Our terms" },
    { kind: "text", text: "One line and the next." },
    { kind: "heading", text: "Rights" },
    { kind: "list", items: ["One, still one", "Two"] },
    { kind: "text", text: "<b>Three</b> - four" },
  ]);
  expect(textOf(<OperatorText title="Terms" text={text} />)).toContain("&lt;b&gt;Three&lt;/b&gt;");
});

it("keeps the page's own title for a text without one, and says so where there is no text", () => {
  expect(textOf(<OperatorText title="Terms of service" text="Be kind." />)).toContain("Terms of service Be kind.");
  expect(textOf(<OperatorText title="Terms of service" text={null} />)).toContain("There is no page here");
});
