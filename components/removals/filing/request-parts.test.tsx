import { expect, it } from "vitest";
import { textOf } from "@/lib/testing/draw";
import { NamedThings } from "./request-parts";

it("numbers the files that a claimant named, with their kind and hash", () => {
  const names = [
    ["url", "https://example.com/1"],
    ["file", "c".repeat(64)],
    ["picture", "a".repeat(64)],
    ["video", "b".repeat(64)],
    ["release", "Poolside"],
    ["others", null],
  ] as const;
  const things = names.map(([kind, name]) => ({ kind, name, outcome: "confirmed" as const, reasons: [] }));
  const text = textOf(<NamedThings things={things} />);
  for (const name of [
    "File 1 (cccccccc…)",
    "Picture 2 (aaaaaaaa…)",
    "Video 3 (bbbbbbbb…)",
    "Distribution of “Poolside”, with its download and resale",
    "What else we found",
  ])
    expect(text).toContain(` ${name} `);
});
