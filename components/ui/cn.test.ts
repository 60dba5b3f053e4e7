import { expect, test } from "vitest";
import { cn } from "./cn";

test.each([
  ["the later of two paddings wins, also over its sides", ["px-4 pt-2", "p-0"], "p-0"],
  ["a size and a colour are two things", ["text-sm text-muted", "text-base"], "text-muted text-base"],
  ["a border's width and colour are two things", ["border border-line", "border-accent"], "border border-accent"],
  [
    "one side of a border leaves the others alone",
    ["border border-line", "border-l-4 border-l-done"],
    "border border-line border-l-4 border-l-done",
  ],
  ["a variant only meets its own kind", ["h-8 md:h-10", "h-12"], "md:h-10 h-12"],
  ["flex as a display leaves its direction alone", ["flex flex-col", "inline-flex"], "flex-col inline-flex"],
  ["what is in no group stays", ["truncate animate-spin", "truncate-not"], "truncate animate-spin truncate-not"],
  ["nothing leaves nothing", [false, undefined, null, ""], ""],
])("%s", (_, given, expected) => {
  expect(cn(...given)).toBe(expected);
});
