import { expect, it } from "vitest";
import { textOf } from "@/lib/testing/draw";
import { Platforms } from "./platforms";

it("doesn’t say that copies are on other platforms, because they may be on the same one", () => {
  const now = new Date(Date.UTC(2026, 10, 29, 9));
  const platform = { deadlineAt: new Date(Date.UTC(2026, 11, 1, 9)), closedAt: null, look: null };
  const text = textOf(
    <Platforms
      platforms={[
        { kind: "named", ...platform },
        { kind: "copies", ...platform },
      ]}
      now={now}
    />,
  );
  expect(text).toMatch(/A platform Open .* Other copies Open/);
  expect(text).not.toMatch(/other platform/i);
});
