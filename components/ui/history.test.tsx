import { expect, it } from "vitest";
import { textOf } from "@/lib/testing/draw";
import { History } from "./history";

const at = new Date("2026-11-21T08:53:42Z");
const who = "ada@example.com";

it("tells who did what, to whom and by whom", () => {
  const lines = [
    { at, did: "Canceled", by: "Kim" },
    { at, who, did: "refused", more: "“I don’t agree”" },
    { at, did: "Invitation resent", to: who, by: "Kim" },
    { at, did: "Records sealed", by: "the service" },
    { at, who: "the producer", did: "canceled the scene", note: "Asked by counsel" },
  ];
  const said = textOf(<History lines={lines} total={1000} />);
  for (const words of [
    "The latest 5 of 1,000.",
    "Canceled by Kim",
    `${who} refused : “I don’t agree”`,
    `Invitation resent to ${who} by Kim`,
    "The producer canceled the scene “Asked by counsel”",
  ])
    expect(said).toContain(words);
  expect(said).not.toContain("by the service");
});
